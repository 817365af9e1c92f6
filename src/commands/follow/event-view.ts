import { stringifyJson } from '../../base/json/lossless.ts';
import type { FollowTarget } from '../../contract/pending-target.ts';
import { memberOf, recordIn, textOf } from '../../contract/response-member.ts';
import { STARTS_JOB } from '../../contract/work-operations.ts';
import { type FollowEvent, followEvents, outputEvent } from '../../flow/live/follow-events.ts';
import { lastOutput, writesNoMore } from '../../flow/live/last-output.ts';
import { type OutputWatch, watchOutput } from '../../flow/live/watch-output.ts';
import { followingOf } from '../../flow/run-operation.ts';
import { isPlainWord } from '../../render/advice-step.ts';
import { escapeForTerminalJson } from '../../render/sanitise.ts';
import { serviceCommand } from '../../render/service-command.ts';
import { orderedWrites } from '../../terminal/ordered-writes.ts';
import { stdoutForJson } from '../../terminal/printer.ts';
import { operationRun, type SendContext } from '../operation/send-context.ts';
import type { FollowedTo, FollowView } from './follow-view.ts';
import { takenNote } from './taken-note.ts';

/** So long the rest of a job's output is waited for when the job has ended. */
const REST_MS = 20_000;

/** What is followed now, and what tells of it. */
interface Watched {
  readonly target: FollowTarget;
  readonly eventsOf: (record: unknown) => readonly FollowEvent[];
  readonly output: OutputWatch | undefined;
}

/** A line of JSON on stdout for each change (`-o jsonl`), the last with the exit code. */
export function eventView(context: SendContext): FollowView {
  const { runtime } = context;
  const run = operationRun(context);
  let watched: Watched | undefined;
  const writes = orderedWrites(run.signal, () => watched && followAgain(watched.target));
  const out = stdoutForJson(runtime);
  const quiet = context.call.flags.quiet === true;
  const noteTaken = takenNote(runtime, { quiet, stream: 'stdout' });

  const write = (event: FollowEvent): void => {
    const json = stringifyJson(event);
    const text = runtime.stdout.isTerminal ? escapeForTerminalJson(json) : json;
    writes.add(async () => (await out).write(`${text}\n`));
  };
  const watch = (target: FollowTarget): Watched => {
    const { client, clock, signal } = run;
    const stream = 'stdout';
    const output =
      target.kind === 'job'
        ? watchOutput({ client, clock, job: target.id, stream, signal })
        : undefined;
    return { target, eventsOf: followEvents(target), output };
  };
  const seen = (target: FollowTarget, record: unknown): void => {
    if (watched?.target.id !== target.id) watched = watch(target);
    for (const event of watched.eventsOf(record)) write(event);
    const added = watched.output?.see(record);
    if (added !== undefined) write(outputEvent(target.id, 'stdout', added));
    if (watched.output !== undefined) noteTaken(watched.output);
  };
  /** What the job wrote between the last look-up and its end. */
  const rest = async (record: unknown): Promise<void> => {
    const { output, target } = watched ?? {};
    if (target === undefined || output === undefined || !writesNoMore(record)) return;
    const following = followingOf(run, run.clock.now() + REST_MS);
    const added = await lastOutput(following, { id: target.id, record, stream: 'stdout', output });
    if (added !== undefined) write(outputEvent(target.id, 'stdout', added));
  };

  return {
    looking: { seen, signal: writes.signal },
    stop: async () => {},
    async end(how) {
      const job = watched === undefined ? startedJob(run.tool.name, how.record) : undefined;
      if (job !== undefined) seen(job.target, job.record);
      await rest(job?.record ?? how.record);
      write(endEvent(watched?.target ?? how.target, how));
      await writes.written();
      return true;
    },
  };
}

/** The job that a response has as it stands, where the service waited for its end: nothing was looked up. */
function startedJob(operation: string, response: unknown) {
  const record = recordIn(response, 'job');
  const id = textOf(record, 'id');
  const isJob = STARTS_JOB.has(operation) && textOf(record, 'state') !== undefined;
  return isJob && id !== undefined ? { target: { kind: 'job', id } as const, record } : undefined;
}

function followAgain({ id, kind }: FollowTarget): string {
  const word = isPlainWord(id) ? id : 'ID';
  const command = kind === 'job' ? `job follow ${word}` : `cloud get-command ${word} --follow`;
  return `Only the following has ended. Follow it again with \`${serviceCommand(command)}\`.`;
}

function endEvent(
  target: FollowTarget | undefined,
  { error, exitCode, record }: FollowedTo,
): FollowEvent {
  const about =
    target === undefined ? {} : { [target.kind === 'job' ? 'job' : 'command']: target.id };
  const state = memberOf(record, 'state') ?? memberOf(record, 'status') ?? null;
  return {
    event: 'end',
    ...about,
    state,
    exit_code: exitCode,
    ...(error === undefined ? { record: record ?? null } : { error }),
  };
}
