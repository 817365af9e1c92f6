import { z } from 'zod';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import type { ServiceCommandArgs } from '../../contract/command-args.ts';
import { integer, jobId } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { id, maybeTime } from '../catalogue/record-fields.ts';
import { awaitCommand } from '../commands/await-command.ts';
import { commandResponses } from '../commands/command-record.ts';
import { MACHINE_REFUSALS, responseWithoutResult } from '../commands/command-response.ts';
import { queueCommand } from '../commands/queue-command.ts';
import { formatId } from '../database/row-id.ts';
import type { JobRow } from '../database/schema.ts';
import { unlessUnavailable } from '../long-poll/long-poll.ts';
import { requirePaired } from '../machines/resolve-machine.ts';
import { Refusal } from '../refusal.ts';
import { isUnfinished } from './job-state.ts';
import { findWatch } from './live-output-queries.ts';
import { machineOfJob, resolveJob } from './resolve-job.ts';

/** The specification gives it no `wait_seconds`; a machine that is online answers within this. */
const WAIT_SECONDS = 15;

export const watchJob = defineOperation({
  name: 'watch_job',
  description:
    "Streams the end of a running job's stdout, or stderr, to the cloud for a time; get_job then shows it as `output`, refreshed every few seconds.",
  scope: 'fleet:run',
  class: 'write',
  input: z.strictObject({
    job: jobId(),
    stream: z
      .enum(['stdout', 'stderr'])
      .describe('Which of the two; stdout without it.')
      .optional(),
    ttl_seconds: integer(60, 3600, 'How long it is streamed.').default(900),
  }),
  responses: commandResponses(
    z.strictObject({
      job: id('job'),
      command_id: id('cmd'),
      stream: z.enum(['stdout', 'stderr']),
      until: maybeTime,
    }),
  ),
  refusals: [...MACHINE_REFUSALS, 'ambiguous_job', 'revoked'],
  async run(call, { job: named, stream = 'stdout', ttl_seconds }) {
    const job = await resolveJob(call, named);
    const machine = await machineOfJob(call, job);
    requirePaired(machine);
    const args: ServiceCommandArgs['job.watch'] = {
      machine_job_id: requireBegun(job),
      stream,
      ttl_seconds,
    };
    const queued = await queueCommand(call, {
      machine,
      type: 'job.watch',
      args: { ...args },
      job,
      audit: 'job.watch',
      subject: { kind: 'artifact', name: stream },
    });
    const command = await awaitCommand(call, queued, WAIT_SECONDS);
    const watch = await unlessUnavailable(
      () => call.service.store.read((db) => findWatch(db, job)),
      undefined,
    );
    const ids = { job: formatId('job', job.id), command_id: formatId('cmd', command.id) };
    return (
      responseWithoutResult(command) ?? {
        body: { ...ids, stream, until: rfc3339(watch?.until ?? null) },
      }
    );
  },
});

/** Gives the machine's id of a job that still runs, or waits, on its machine. */
function requireBegun({ status, machine_job_id: id }: JobRow): string {
  const goesOn = isUnfinished(status);
  if (goesOn && id !== null) return id;
  const why = goesOn ? 'has not begun on its machine' : 'has ended';
  throw new Refusal(
    'invalid_request',
    `\`job\` ${why}, its status is ${status}; only a running job is watched.`,
  );
}
