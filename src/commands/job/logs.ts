import * as Args from '@oclif/core/args';
import { follow } from '../../flow/follow.ts';
import type { FollowEnd } from '../../flow/follow-end.ts';
import { fetchJobFile, fetchJobFileIfThere, type JobFile } from '../../flow/live/job-file.ts';
import { type OutputStream, watchOutput } from '../../flow/live/watch-output.ts';
import type { Following } from '../../flow/look-up.ts';
import { isPlainWord } from '../../render/advice-step.ts';
import { serviceCommand } from '../../render/service-command.ts';
import { parseDurationMs } from '../../terminal/duration.ts';
import { interruptionSignal } from '../../terminal/interruption.ts';
import { orderedWrites } from '../../terminal/ordered-writes.ts';
import { createProgress } from '../../terminal/progress.ts';
import { FOLLOW_FLAGS, SERVICE_FLAGS } from '../flag-table.ts';
import { FleetCommand } from '../fleet-command.ts';
import { takenNote } from '../follow/taken-note.ts';
import type { IdSearch } from '../ids/find-id.ts';
import { mayBeShort } from '../ids/short-id.ts';
import { writeLog } from '../log-text.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { EXIT_CODE } from '../operation/outcome.ts';
import { createServiceClient } from '../service-client.ts';

const LOOK_EVERY_MS = 3_000;

const INCOMPLETE =
  'Some of it is missing, where the job wrote more than can be followed. Without --follow you get what the machine keeps.';

interface Printed {
  readonly job: string;
  readonly stream: OutputStream;
  readonly quiet: boolean;
  /** Whether it is followed: it may have nothing yet. */
  readonly isFollowed: boolean;
}

export default class JobLogs extends FleetCommand {
  static override readonly summary = 'Print what a job has written.';
  static override readonly description =
    'Plain text, newest last: the end of stdout, up to what its machine keeps and sends (256 KiB). ' +
    'It needs a key with fleet:run.';
  static override readonly examples = [
    'fleet job logs job_38ftrj3c400',
    'fleet job logs job_38ftrj3c400 --stderr',
    'fleet job logs job_38ftrj3c400 --follow',
  ];
  static override readonly args = {
    job: Args.string({ required: true, ignoreStdin: true, description: 'Id of the job.' }),
  };
  static override readonly flags = oclifFlags({
    stderr: { type: 'boolean', description: 'Print what it wrote to stderr.' },
    follow: {
      type: 'boolean',
      char: 'f',
      description: 'Go on until the job ends or asks a person.',
    },
    'follow-timeout': FOLLOW_FLAGS['follow-timeout'],
    ...SERVICE_FLAGS,
  });

  async run(): Promise<void> {
    const { args, flags } = await this.read();
    const timeoutMs = parseDurationMs(flags['follow-timeout'] ?? '12m', 'follow-timeout');
    const signal = interruptionSignal();
    const { cache, client, clock } = await createServiceClient(this.runtime, flags, signal);
    const deadlineMs = clock.now() + timeoutMs;
    const following = { client, clock, signal, deadlineMs, observe: undefined };
    const stream: OutputStream = flags['stderr'] === true ? 'stderr' : 'stdout';
    const search = { place: { ...cache, folder: this.runtime.folders.state }, client };
    const job = await this.wholeId(args['job'], search);
    const isFollowed = flags['follow'] === true;
    const printed = { job, stream, quiet: flags['quiet'] === true, isFollowed };
    const first = await this.print(following, printed);
    if (isFollowed) process.exitCode = await this.follow(following, { ...printed, first });
  }

  private async wholeId(given: string, search: IdSearch): Promise<string> {
    if (!mayBeShort(given, this.runtime)) return given;
    const { findId } = await import('../ids/find-id.ts');
    return (await findId('job', given, search)) ?? given;
  }

  /** Prints what there is now, and gives it. */
  private async print(following: Following, printed: Printed): Promise<JobFile> {
    const { quiet, stream } = printed;
    const file = await this.fetch(following, printed);
    const { content, isTruncated } = file;
    if (content !== undefined) await writeLog(this.runtime, content);
    const note =
      content === undefined
        ? `The ${stream} of this job is not given out.`
        : isTruncated && `The beginning of its ${stream} is missing.`;
    if (note !== false && !quiet) await this.runtime.stderr.write(`${note}\n`);
    return file;
  }

  /** Says on stderr where the machine is waited for. */
  private async fetch(
    following: Following,
    { isFollowed, job, quiet, stream }: Printed,
  ): Promise<JobFile> {
    const fetchFile = isFollowed ? fetchJobFileIfThere : fetchJobFile;
    const progress = createProgress(this.runtime, quiet);
    const unanswered = () =>
      progress.state(`the machine of ${job} has not answered yet; waiting for it`);
    try {
      return await fetchFile({ ...following, unanswered }, job, stream);
    } finally {
      await progress.stop();
    }
  }

  /** Prints what is added until the job ends. Gives the exit code of its end. */
  private async follow(
    following: Following,
    { first, job, quiet, stream }: Printed & { readonly first: JobFile },
  ): Promise<number> {
    const { client, clock, signal } = following;
    const output = watchOutput({ client, clock, job, stream, signal });
    output.complete(first);
    const again = `Only the following has ended. Print it again with \`${serviceCommand(`job logs ${isPlainWord(job) ? job : 'ID'} --follow`)}\`.`;
    const writes = orderedWrites(signal, () => again);
    let hasGap = false;
    const write = (text: string, isGap: boolean): void => {
      hasGap ||= isGap;
      const gap = isGap ? '\n[some output is missing here]\n' : '';
      writes.add(() => writeLog(this.runtime, `${gap}${text}`));
    };
    const noteTaken = takenNote(this.runtime, { quiet, stream });
    const seen = (_target: unknown, record: unknown): void => {
      const added = output.see(record);
      noteTaken(output);
      if (added !== undefined) write(added.text, added.isGap);
    };
    const live = { ...following, seen, signal: writes.signal, longestDelayMs: LOOK_EVERY_MS };
    const aim = { target: { kind: 'job', id: job }, onToJob: false } as const;
    let isMissing = false;
    const followToEnd = async (): Promise<FollowEnd> => {
      const end = await follow(live, aim);
      if (end.outcome === 'still_pending') return end;
      const file = await fetchJobFileIfThere(following, job, stream);
      isMissing = file.isMissing === true;
      const rest = output.complete(file);
      write(rest.text, rest.isGap);
      hasGap ||= !first.isTruncated && output.lacks(file);
      return end;
    };
    const end = await followToEnd().catch(async (error: unknown) => {
      if (signal?.aborted !== true) await writes.written();
      throw error;
    });
    await writes.written();
    const note = isMissing ? `The machine has no ${stream} of this job.` : hasGap && INCOMPLETE;
    if (note !== false && !quiet) await this.runtime.stderr.write(`${note}\n`);
    return EXIT_CODE[end.outcome];
  }
}
