import { z } from 'zod';
import type { ProgressStep } from '../jobs/job-event.ts';

const PREFIX = '::progress ';

const progressLine = z.object({
  message: z.string().nullable().default(null),
  percent: z.number().min(0).max(100).nullable().default(null),
  step: z.string().nullable().default(null),
});

/**
 * The progress that a line of output reports, `::progress {"message": …, "percent": …}`, or null
 * where it is an ordinary line or not well formed.
 */
export function readProgressLine(line: string): ProgressStep | null {
  if (!line.startsWith(PREFIX)) return null;
  try {
    const parsed = progressLine.safeParse(JSON.parse(line.slice(PREFIX.length)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
