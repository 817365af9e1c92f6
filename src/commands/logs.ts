import * as Args from '@oclif/core/args';
import { pause } from '../base/time/pause.ts';
import { interruptedFailure, usageFailure } from '../contract/failure.ts';
import { addedOutput } from '../flow/live/join-output.ts';
import { fetchMachineLog } from '../flow/live/machine-log.ts';
import { parseDurationMs } from '../terminal/duration.ts';
import { interruptionSignal } from '../terminal/interruption.ts';
import { FOLLOW_FLAGS, SERVICE_FLAGS } from './flag-table.ts';
import { FleetCommand } from './fleet-command.ts';
import { writeLog } from './log-text.ts';
import { withMeantName } from './names/suggest-name.ts';
import { oclifFlags } from './oclif/flags.ts';
import { EXIT_CODE } from './operation/outcome.ts';
import { createServiceClient } from './service-client.ts';

const LOOK_EVERY_MS = 5_000;
const LINES_MAX = 1000;

export default class Logs extends FleetCommand {
  static override readonly summary = "Print a machine's own log.";
  static override readonly description =
    'Plain text, newest last. It asks the machine by the command logs.tail, which needs a key with ' +
    'fleet:admin and a machine that is online. For what a job has written, see fleet job logs.';
  static override readonly examples = ['fleet logs build-01', 'fleet logs build-01 --follow'];
  static override readonly args = {
    machine: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'Id, name or hostname of the machine.',
    }),
  };
  static override readonly flags = oclifFlags({
    lines: { type: 'option', helpValue: 'N', description: 'How many lines (default 100).' },
    follow: {
      type: 'boolean',
      char: 'f',
      description: 'Go on with new lines, looking every five seconds.',
    },
    'follow-timeout': FOLLOW_FLAGS['follow-timeout'],
    ...SERVICE_FLAGS,
  });

  async run(): Promise<void> {
    const { args, flags } = await this.read();
    const lines = linesOf(flags['lines'] ?? '100');
    const timeoutMs = parseDurationMs(flags['follow-timeout'] ?? '12m', 'follow-timeout');
    const signal = interruptionSignal();
    const reader = await createServiceClient(this.runtime, flags, signal);
    const { client, clock } = reader;
    const deadlineMs = clock.now() + timeoutMs;
    const machine: string = args['machine'];
    const following = { client, clock, signal, deadlineMs, observe: undefined };
    // A later look is joined to what is known, which must not begin after it.
    const count = flags['follow'] === true ? LINES_MAX : lines;
    let known: string | undefined;
    for (let at = clock.now(); ; at = Math.max(clock.now(), at + LOOK_EVERY_MS)) {
      const log = await fetchMachineLog(following, machine, count).catch(async (error: unknown) => {
        throw await withMeantName(error, { input: { machine }, reader }, this.runtime);
      });
      const { isGap, text } =
        known === undefined
          ? { isGap: false, text: lastLines(log, lines) }
          : addedOutput(known, log);
      await writeLog(this.runtime, isGap ? `[some lines are missing here]\n${text}` : text);
      known = log;
      if (flags['follow'] !== true) return;
      const waitMs = Math.max(0, at + LOOK_EVERY_MS - clock.now());
      if (clock.now() + waitMs > deadlineMs) break;
      if (!(await pause(clock, waitMs, signal))) throw interruptedFailure();
    }
    process.exitCode = EXIT_CODE.still_pending;
  }
}

function lastLines(log: string, count: number): string {
  return (
    log
      .match(/[^\n]*\n|[^\n]+$/g)
      ?.slice(-count)
      .join('') ?? ''
  );
}

function linesOf(text: string): number {
  const lines = Number(text);
  if (/^\d+$/.test(text) && lines >= 1 && lines <= LINES_MAX) return lines;
  throw usageFailure(
    '--lines is not usable',
    `${JSON.stringify(text)} was given; allowed are 1 to ${LINES_MAX}.`,
  );
}
