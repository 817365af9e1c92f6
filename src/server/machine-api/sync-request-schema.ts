import { z } from 'zod';
import type { SyncRequest } from '../../contract/sync.ts';
import { Refusal } from '../refusal.ts';
import {
  countUpTo,
  idUpTo,
  isTooDeep,
  lastUpTo,
  machineTime,
  nameUpTo,
  textUpTo,
} from './bounded-values.ts';
import { deliveryReportSchema } from './delivery-report-schema.ts';
import { jobReportSchema, outputReportSchema } from './job-report-schema.ts';
import { machineReportSchema } from './machine-report-schema.ts';

const commandId = idUpTo(64);

/** What the column holds; from there on it is many. */
const EVENTS_WAITING_MAX = 1_000_000_000;

const TOO_DEEP = {
  code: 'invalid_result',
  message: 'the result is nested too deeply to be kept',
} as const;

const result = z
  .object({
    command: commandId,
    error: z.object({ code: nameUpTo(100), message: textUpTo(20_000) }).nullable(),
    result: z.unknown(),
  })
  .transform((given) =>
    isTooDeep(given.result) ? { ...given, error: given.error ?? TOO_DEEP, result: null } : given,
  );

/** More jobs than one machine runs at a time. */
const OUTPUTS_MAX = 100;

const schema: z.ZodType<SyncRequest> = z.object({
  sent_at: machineTime,
  wait_seconds: z.int().min(0).max(55),
  report: machineReportSchema.exactOptional(),
  jobs: z.array(jobReportSchema).max(500),
  deliveries: z.array(deliveryReportSchema).max(500).exactOptional(),
  collected: z.array(idUpTo(64)).max(1000).exactOptional(),
  outputs: lastUpTo(outputReportSchema, OUTPUTS_MAX).exactOptional(),
  holding: z.array(commandId).max(1000),
  results: z.array(result).max(1000),
  events_waiting: countUpTo(EVENTS_WAITING_MAX),
});

/**
 * Reads the body of a sync; members that this version does not know are left out.
 * Throws `Refusal` `invalid_request`, which names the field.
 */
export function parseSyncBody(body: unknown): SyncRequest {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || 'body';
  throw new Refusal(
    'invalid_request',
    `\`${field}\` is not what a sync has: ${issue?.message ?? 'unreadable'}.`,
  );
}
