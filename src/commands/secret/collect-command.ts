import { resolve } from 'node:path';
import { cwd } from 'node:process';
import { isatty } from 'node:tty';
import { messageOf } from '../../base/errors.ts';
import { thisPlatform } from '../../base/platform.ts';
import { handedSignals } from '../../base/processes/handed-signals.ts';
import type { SecretContext } from '../../flow/secret/context.ts';
import type { SinkTarget } from '../../flow/secret/journal-entry.ts';
import type { CollectedSecret } from '../../flow/secret/new-secret.ts';
import { reportOf } from '../../flow/secret/secret-report.ts';
import type { SinkChoice, SinkEnvironment } from '../../flow/secret/sink/open-sink.ts';
import { readsVariable } from '../../flow/secret/sink/reads-variable.ts';
import { adviceStepText } from '../../render/advice-step.ts';
import { escapeForTerminalJson, sanitiseLine } from '../../render/sanitise.ts';
import { serviceCommand } from '../../render/service-command.ts';
import { parseDurationMs } from '../../terminal/duration.ts';
import { isFileOfRunner, maskSecret } from '../../terminal/github/mask-secret.ts';
import { interruptionSignal } from '../../terminal/interruption.ts';
import { stdoutIsNull } from '../../terminal/null-output.ts';
import { passSignals } from '../../terminal/pass-signals.ts';
import { chosenFormat } from '../../terminal/print-options.ts';
import { createPrinter } from '../../terminal/printer.ts';
import { createProgress } from '../../terminal/progress.ts';
import { writeExactly } from '../../terminal/write-exactly.ts';
import { FleetCommand } from '../fleet-command.ts';
import { withMeantName } from '../names/suggest-name.ts';
import { createServiceClient, type ServiceReader } from '../service-client.ts';
import { unprotectedPath } from '../unprotected-path.ts';
import { agreementOf } from './agreement.ts';
import type { AskAlone, CollectFlags } from './collect-flags.ts';
import { otherRequestLine } from './expired-note.ts';
import { handedOver } from './handed-over.ts';
import type { OpenJournal } from './open-journal.ts';
import { placedLine, readableLine } from './readable-line.ts';
import { isUnsafe, machineOf } from './shown-report.ts';
import { sinkFromFlags, splitAtCommand } from './sink-flags.ts';

interface Collecting {
  readonly choice: SinkChoice | undefined;
  readonly flags: CollectFlags;
  /** As it was typed. */
  readonly machine?: string;
}

/** The service of the command line and the person who typed it. */
export interface Around {
  readonly asking: AskAlone;
  /** Whether a person has agreed, since it began, to what the value replaces. */
  readonly wasAsked: () => boolean;
  /** Read once, before the first question: what is asked is asked about this one. */
  readonly service: () => Promise<ServiceReader>;
}

/** The base of `new` and `resume`: the sink of the command line, the context of the flow, a report. */
export abstract class CollectCommand extends FleetCommand {
  /** Parses; what comes after `--` belongs to a command that is not ours. */
  protected async readWithSink() {
    const { command, own } = splitAtCommand(this.argv);
    this.argv = own;
    const { args, flags } = await this.read();
    const sink = sinkFromFlags(flags, command, {
      terminal: this.runtime.stdout.isTerminal,
      nothing: stdoutIsNull(),
    });
    return { args, flags: flags as CollectFlags, sink };
  }

  /**
   * Runs `work` with its context, prints the report, and ends with the exit code of the child. Through
   * `asking` it asks a person while nothing else is drawn.
   */
  protected async collect(
    { journal, keychain }: OpenJournal,
    { choice, flags, machine }: Collecting,
    work: (
      context: SecretContext,
      environment: SinkEnvironment,
      around: Around,
    ) => Promise<CollectedSecret>,
  ): Promise<void> {
    const printer = await createPrinter(flags, this.runtime);
    const newProgress = () => createProgress(this.runtime, flags.quiet === true);
    let progress = newProgress();
    const asking = async (ask: () => Promise<void>) => {
      await progress.stop();
      await ask();
      progress = newProgress();
    };
    const signal = interruptionSignal();
    const { clock, environment, random } = this.runtime;
    let reader: ServiceReader | undefined;
    const service = async () => {
      reader ??= await createServiceClient(this.runtime, flags, signal);
      return reader;
    };
    const warn = this.warner(flags, asking);
    const { wasAsked, ...agreement } = agreementOf(this.runtime, flags, asking);
    const context: SecretContext = {
      journal,
      keychain,
      connect: async () => (await service()).client,
      clock,
      random,
      signal,
      followTimeoutMs: parseDurationMs(flags['follow-timeout'] ?? '12m', 'follow-timeout'),
      observe: (state) => progress.state(state),
      canBeRead: (file) => warn(readableLine(file)),
      otherRequest: (other) => warn(otherRequestLine(other)),
      ...agreement,
      waitsOn: (id) => void progress.stop().then(() => this.tellOfWait(id, flags)),
      beforeDelivery: (value, target) =>
        progress.stop().then(() => this.maskShown(value, target, flags)),
    };
    const sinkEnvironment = this.sinkEnvironment(signal);
    if (choice?.kind === 'dotenv' || choice?.kind === 'file') {
      await warn(unprotectedPath(resolve(choice.path), environment));
    }
    try {
      const { ended, entry, entryKept } = await work(context, sinkEnvironment, {
        asking,
        service,
        wasAsked,
      });
      await progress.stop();
      await reader?.client.close();
      const value = reportOf(entry);
      if (entryKept !== undefined) await this.warnOfEntry(value, entryKept);
      if (value.path !== null) await printer.value({ value }).catch(handedOver(value));
      else await this.reportOnStderr(flags, value, choice);
      if (choice === undefined) await warn(await placedLine(entry.target, environment));
      process.exitCode = await ended;
      await this.tellOfExit(flags, value, process.exitCode);
    } catch (error) {
      throw await withMeantName(error, { input: { machine }, reader }, this.runtime);
    } finally {
      await progress.stop();
    }
  }

  private sinkEnvironment(signal: AbortSignal): SinkEnvironment {
    const { clock, environment, stdout } = this.runtime;
    const handed = handedSignals(thisPlatform(), { hasTerminal: isatty(0) });
    return {
      environment,
      platform: thisPlatform(),
      folder: cwd(),
      clock,
      signal,
      passSignals: (to) => passSignals(handed, to),
      stdoutTakes: (value) => !stdout.isTerminal || !isUnsafe(value),
      writeStdout: (value) => this.writeValue(value),
    };
  }

  /** Tells a line while nothing else is drawn, and once, also where the machine is asked again. */
  private warner({ quiet }: CollectFlags, asking: AskAlone) {
    const told = new Set<string>();
    return async (line: string | undefined): Promise<void> => {
      if (quiet === true || line === undefined || told.has(line)) return;
      told.add(line);
      await asking(() => this.runtime.stderr.write(`${sanitiseLine(line)}\n`));
    };
  }

  /** Said at the first Ctrl-C: the second one ends the program without a word. */
  private async tellOfWait(id: string, { quiet }: CollectFlags): Promise<void> {
    if (quiet === true) return;
    await this.runtime.stderr.write(
      `The response to what was sent is waited for. Ctrl-C again ends at once; then: ${serviceCommand(`secret resume ${id}`)}\n`,
    );
  }

  /** stdout is for the value or the child, so the report goes to stderr. */
  private async reportOnStderr(
    flags: CollectFlags,
    report: ReturnType<typeof reportOf>,
    choice: SinkChoice | undefined,
  ): Promise<void> {
    const format = chosenFormat(flags, this.runtime);
    const isJson = format === 'json' || format === 'jsonl';
    const isRead = choice?.kind !== 'child' || readsVariable(choice.command, report.name);
    const unread = isRead ? '' : ` in its environment; none of its arguments has $${report.name}`;
    const where = report.sink === 'stdout' ? 'stdout' : `the command${unread}`;
    const { stderr } = this.runtime;
    const json = JSON.stringify(report);
    if (isJson) await stderr.write(`${stderr.isTerminal ? escapeForTerminalJson(json) : json}\n`);
    else if (flags.quiet !== true)
      await this.runtime.stderr.write(
        `${sanitiseLine(`${report.name} of ${machineOf(report)} was passed to ${where}.`)}\n`,
      );
  }

  /** Many a command fails without a word, and then nobody else may have what the machine uses from now on. */
  private async tellOfExit(
    flags: CollectFlags,
    report: ReturnType<typeof reportOf>,
    exitCode: number,
  ): Promise<void> {
    const format = chosenFormat(flags, this.runtime);
    const isTold = flags.quiet !== true && format !== 'json' && format !== 'jsonl';
    if (exitCode === 0 || !isTold) return;
    const words = `The command ended with ${exitCode}, and may not have taken ${report.name}, which ${machineOf(report)} uses now.`;
    await this.runtime.stderr.write(`${sanitiseLine(words)}\n`);
  }

  /** A value that is out is never asked for again because its entry could not be removed. */
  private async warnOfEntry(
    { id, name }: ReturnType<typeof reportOf>,
    why: unknown,
  ): Promise<void> {
    await this.runtime.stderr.write(
      `${name} was handed over. Its entry could not be removed from the journal: ${messageOf(why)}\n` +
        `${adviceStepText({ step: 'discard_secret', id })}\n`,
    );
  }

  /** What a log of CI may show: stdout, and what a runner gives to the steps behind this one. */
  private async maskShown(
    value: Uint8Array,
    target: SinkTarget,
    flags: CollectFlags,
  ): Promise<void> {
    if (flags['no-mask'] === true) return;
    const { environment } = this.runtime;
    const isShown =
      target.kind === 'stdout' || ('path' in target && isFileOfRunner(target.path, environment));
    if (isShown) await maskSecret(new TextDecoder().decode(value), environment);
  }

  private async writeValue(value: Uint8Array): Promise<void> {
    await writeExactly(value, this.runtime.clock);
    // The prompt of the shell starts on a line of its own.
    if (this.runtime.stdout.isTerminal) await this.runtime.stdout.write('\n');
  }
}
