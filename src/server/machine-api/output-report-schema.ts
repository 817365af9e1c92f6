import { z } from 'zod';
import type { LiveOutput } from '../../contract/record/job.ts';
import { idUpTo, machineTime } from './bounded-values.ts';

const TEXT_CHARS_MAX = 64 * 1024;

/** Of live output the end is what counts; half a character that the cut leaves is replaced. */
const endOfText = z
  .string()
  .transform((text) => text.slice(-TEXT_CHARS_MAX).replaceAll('\0', '\ufffd').toWellFormed());

/** What a machine streams of a watched job, `LiveOutput`. */
export const outputReportSchema: z.ZodType<LiveOutput> = z.object({
  machine_job_id: idUpTo(200),
  stream: z.enum(['stdout', 'stderr']),
  text: endOfText,
  at: machineTime,
});
