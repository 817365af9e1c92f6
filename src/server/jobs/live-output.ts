import { rfc3339 } from '../../base/time/rfc3339.ts';
import type { ServiceCommandArgs } from '../../contract/command-args.ts';
import type { LiveOutput } from '../../contract/record/job.ts';
import type { CommandRow, JobRow, MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { LiveOutputRow } from '../database/tables/short-lived.ts';
import { findMachineJob } from './job-queries.ts';
import { findWatch, saveWatch } from './live-output-queries.ts';

/** Stores that a machine has begun to stream a job's output; the time runs by the server's clock. */
export async function startLiveOutput(
  transaction: WriteTransaction,
  job: JobRow,
  command: CommandRow,
): Promise<void> {
  const { stream, ttl_seconds }: ServiceCommandArgs['job.watch'] = JSON.parse(command.args);
  const { organisation, id } = job;
  const before = await findWatch(transaction.db, job);
  const kept = before?.stream === stream ? before : { text: '', received_at: null };
  await saveWatch(transaction, {
    organisation,
    id,
    stream,
    text: kept.text,
    received_at: kept.received_at,
    until: transaction.now + ttl_seconds * 1000,
  });
}

/** Stores the newest output of jobs that are watched; output that nobody watches is ignored. */
export async function saveLiveOutputs(
  transaction: WriteTransaction,
  machine: MachineRow,
  outputs: readonly LiveOutput[],
): Promise<void> {
  for (const { machine_job_id: named, stream, text } of outputs) {
    const job = await findMachineJob(transaction.db, machine, named);
    const watch = job && (await findWatch(transaction.db, job));
    if (watch?.stream !== stream || watch.until <= transaction.now) continue;
    await saveWatch(transaction, { ...watch, text, received_at: transaction.now });
  }
}

export interface LiveOutputRecord {
  readonly stream: LiveOutput['stream'];
  readonly text: string;
  /** When it was received; null before the first output. */
  readonly at: string | null;
  readonly until: string | null;
}

/** The live output of a job as `get_job` shows it: while the job runs and the watch lasts. */
export function toLiveOutput(
  job: JobRow,
  watch: LiveOutputRow | undefined,
  now: number,
): LiveOutputRecord | null {
  const runs = job.status === 'running' || job.status === 'waiting';
  if (!runs || watch === undefined || watch.until <= now) return null;
  const { stream, text, received_at, until } = watch;
  return { stream, text, at: rfc3339(received_at), until: rfc3339(until) };
}
