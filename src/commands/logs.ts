import * as Args from '@oclif/core/args';
import { usageFailure } from '../contract/failure.ts';
import { followMachineLog, LOG_LINES_MAX, lastLines } from '../flow/live/follow-machine-log.ts';
import { fetchMachineLog } from '../flow/live/machine-log.ts';
import { parseDurationMs } from '../terminal/duration.ts';
import { endableLong } from '../terminal/endable.ts';
import { interruptionSignal } from '../terminal/interruption.ts';
import { createProgress } from '../terminal/progress.ts';
import { FOLLOW_FLAGS, SERVICE_FLAGS } from './flag-table.ts';
import { FleetCommand } from './fleet-command.ts';
import { writeLog } from './log-text.ts';
import { withMeantName } from './names/suggest-name.ts';
import { oclifFlags } from './oclif/flags.ts';
import { EXIT_CODE } from './operation/outcome.ts';
import { createServiceClient, NOT_ANSWERING } from './service-client.ts';

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
    const progress = createProgress(this.runtime, flags['quiet'] === true);
    const unanswered = () => progress.state(`${machine} has not answered yet; waiting for it`);
    const following = { client, clock, signal, deadlineMs, observe: undefined, unanswered };
    const write = async (text: string) => {
      await progress.stop();
      await endableLong(() => writeLog(this.runtime, text));
    };
    try {
      if (flags['follow'] !== true) {
        const log = await fetchMachineLog(following, machine, lines);
        return await write(lastLines(log, lines));
      }
      const missed = async (): Promise<void> => {
        if (flags['quiet'] === true) return;
        await this.runtime.stderr.write(`${NOT_ANSWERING}\n`);
      };
      await followMachineLog(following, { machine, lines, missed, write });
    } catch (error) {
      throw await withMeantName(error, { input: { machine }, reader }, this.runtime);
    } finally {
      await progress.stop();
    }
    process.exitCode = EXIT_CODE.still_pending;
  }
}

function linesOf(text: string): number {
  const lines = Number(text);
  if (/^\d+$/.test(text) && lines >= 1 && lines <= LOG_LINES_MAX) return lines;
  throw usageFailure(
    '--lines is not usable',
    `${JSON.stringify(text)} was given; allowed are 1 to ${LOG_LINES_MAX}.`,
  );
}
