import type { Call } from '../catalogue/operation.ts';
import { findJob } from '../store/jobs.ts';
import type { JobRow } from '../store/schema.ts';
import { expireDueCommands } from './expire-commands.ts';
import { hold } from './hold.ts';
import { holderOf } from './holder.ts';
import { jobTopic } from './topics.ts';

/** The job once it has ended or asks a person, or as it stands when the wait is over. */
export function awaitJob(call: Call, job: JobRow, waitSeconds: number): Promise<JobRow> {
  const { service, caller, signal } = call;
  const topic = jobTopic(job.id);
  return hold({ service, topic, holder: holderOf(caller), waitSeconds, signal }, async () => {
    await expireDueCommands(service);
    const found = await service.store.read((db) => findJob(db, caller.organisation, job.id));
    const value = found ?? job;
    return { value, done: value.state !== 'in_progress' };
  });
}
