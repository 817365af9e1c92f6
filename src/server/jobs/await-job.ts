import type { Call } from '../catalogue/operation.ts';
import { expireDueCommands } from '../commands/expire-commands.ts';
import type { JobRow } from '../database/schema.ts';
import { callerKey, longPoll } from '../long-poll/long-poll.ts';
import { jobTopic } from '../long-poll/topics.ts';
import { findJob } from './job-queries.ts';
import { toJobSummary } from './job-record.ts';

/** The job once it has ended or waits for a person, or its present state when the wait is over. */
export function awaitJob(call: Call, job: JobRow, waitSeconds: number): Promise<JobRow> {
  const { service, caller, signal } = call;
  const topic = jobTopic(job.id);
  const owner = callerKey(caller);
  const options = { service, topic, owner, waitSeconds, signal, known: job };
  return longPoll(options, async () => {
    await expireDueCommands(service);
    const found = await service.store.read((db) => findJob(db, caller.organisation, job.id));
    const value = found ?? job;
    if (waitSeconds > 0) call.onJob?.(toJobSummary(value, undefined));
    return { value, done: value.state !== 'in_progress' };
  });
}
