import {
  COMMAND_TYPES,
  isCommandType,
  JOB_STARTING_COMMANDS,
} from '../../contract/command-type.ts';
import type { CommandResult } from '../../contract/sync.ts';
import type { Machine } from '../machine.ts';
import { MachineError, toCommandError } from '../machine-error.ts';
import { refusalOf } from '../policy.ts';
import type { CommandSource } from '../sync/outbox.ts';
import type { ReceivedCommand } from '../sync/sync-response.ts';
import type { CommandJournal, JournalEntry } from './command-journal.ts';
import { CommandQueue } from './command-queue.ts';
import { COMMANDS } from './command-table.ts';
import { commandTime } from './command-time.ts';
import { parseArgs } from './define-command.ts';

/** With so many commands, those whose results wait for the server among them, no other is taken: it comes again. */
const HELD_MAX = 200;

/** With results of so many characters that wait for the server no other command begins. */
const RESULTS_CHARS_MAX = 8 * 1024 * 1024;

interface CommandExecutorOptions {
  readonly machine: Machine;
  readonly journal: CommandJournal;
  /** Called when a command has its result. */
  readonly finished: () => void;
}

/** What waits for jobs to end, for seconds or minutes, keeps nothing back that comes after it. */
const WAITS_FOR_JOBS: ReadonlySet<string> = new Set(['job.cancel', 'service.restart']);

/**
 * Runs each command id once, those that act in the order in which they come and others a few at once, and
 * keeps the results until the server acknowledged them.
 */
export class CommandExecutor implements CommandSource {
  readonly #options: CommandExecutorOptions;
  readonly #running = new Map<string, Promise<void>>();
  #journalWritten: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  /** Resolves when what acts and has come so far is done. */
  #acted: Promise<unknown> = Promise.resolve();
  readonly #results = new Map<string, CommandResult>();
  /** How much of `#results` there is of each that a run gave. */
  readonly #resultChars = new Map<string, number>();
  readonly #queue = new CommandQueue(() => sumOf(this.#resultChars) < RESULTS_CHARS_MAX);

  constructor(options: CommandExecutorOptions) {
    this.#options = options;
  }

  /**
   * Recovers what an earlier process left in the journal. A command that had begun and has no
   * result is never run again. Its result is the job that it started, or what it had prepared and
   * carried out; otherwise it failed with `machine_restarted`, since its effect is not known.
   */
  async recover(): Promise<void> {
    for (const entry of this.#options.journal.all()) {
      if (entry.state === 'acknowledged') continue;
      const isFinished = entry.state === 'finished';
      const result = isFinished ? resultOf(entry) : await this.#resultAfterCrash(entry);
      this.#results.set(entry.command, result);
      if (entry.state === 'begun') await this.#record(result);
    }
  }

  /**
   * Takes the commands that are new and gives their number. A known command is ignored, and what is too
   * much: the machine does not say that it holds it, so that the server hands it out again.
   */
  receive(commands: readonly ReceivedCommand[]): number {
    let newCount = 0;
    for (const command of commands) {
      const { id } = command;
      if (this.#running.has(id) || this.#results.has(id) || this.#options.journal.get(id)) continue;
      if (this.#isStopped || this.#running.size + this.#results.size >= HELD_MAX) break;
      const endsAtMs = this.#options.machine.clock.now() + command.expires_in_seconds * 1000;
      const run = this.#inOrder(command, endsAtMs).finally(() => {
        this.#running.delete(id);
        this.#options.finished();
      });
      this.#running.set(id, run);
      newCount += 1;
    }
    return newCount;
  }

  holding(): readonly string[] {
    return [...this.#running.keys(), ...this.#results.keys()];
  }

  results(): readonly CommandResult[] {
    return [...this.#results.values()];
  }

  acknowledge(results: readonly CommandResult[]): void {
    for (const { command } of results) {
      this.#results.delete(command);
      this.#resultChars.delete(command);
      const written = this.#options.journal.acknowledge(command).catch((error: unknown) => {
        this.#options.machine.log.write(`journal of ${command}: ${String(error)}`);
      });
      // Not `Promise.all`, whose value would keep a list of each command.
      this.#journalWritten = this.#journalWritten.then(() => written);
    }
    this.#queue.next();
  }

  /** Drops what has not begun, and takes nothing more: the next start gets it from the server. */
  stop(): void {
    this.#isStopped = true;
    this.#queue.stop();
  }

  /** Resolves when no command runs any more and the journal is written. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.values());
    await this.#journalWritten;
  }

  /** A cancel finds the job whose start came before it, and of two settings the one stays that came last. */
  #inOrder(command: ReceivedCommand, endsAtMs: number): Promise<void> {
    const { type } = command;
    if (!isCommandType(type) || COMMAND_TYPES[type].effect !== 'act')
      return this.#run(command, endsAtMs);
    const run = this.#acted.then(() => this.#run(command, endsAtMs));
    if (!WAITS_FOR_JOBS.has(type)) this.#acted = run;
    return run;
  }

  async #run(command: ReceivedCommand, endsAtMs: number): Promise<void> {
    // It waits for running jobs, and is in nobody's way.
    if (command.type === 'service.restart') return await this.#finish(command, endsAtMs);
    if (!(await this.#queue.turn())) return;
    try {
      await this.#finish(command, endsAtMs);
    } finally {
      this.#queue.end();
    }
  }

  /** Runs a command and keeps its result. */
  async #finish(command: ReceivedCommand, endsAtMs: number): Promise<void> {
    const { id, type } = command;
    let outcome: CommandResult;
    try {
      outcome = { command: id, error: null, result: await this.#execute(command, endsAtMs) };
    } catch (error) {
      outcome = { command: id, error: toCommandError(error), result: null };
    }
    this.#options.machine.log.write(`command ${id} ${type}: ${outcome.error?.code ?? 'succeeded'}`);
    this.#results.set(id, outcome);
    this.#resultChars.set(id, JSON.stringify(outcome).length);
    await this.#record(outcome);
  }

  /** Writes a result to the journal; on a full disk it is still sent to the server. */
  async #record(result: CommandResult): Promise<void> {
    const { journal, machine } = this.#options;
    await journal.finish(result).catch((error: unknown) => {
      machine.log.write(`journal of ${result.command}: ${String(error)}`);
    });
  }

  /** Throws `MachineError` `expired` where the sender counts the command as expired before it begins. */
  async #execute({ id, type, args }: ReceivedCommand, endsAtMs: number): Promise<unknown> {
    const { journal, machine } = this.#options;
    if (!isCommandType(type)) {
      throw new MachineError(
        'unknown_command',
        `this machine does not support the command ${type}`,
      );
    }
    const { config } = await machine.config.read();
    const refusal = refusalOf(config, type);
    if (refusal !== undefined) throw new MachineError('denied_by_machine', refusal);
    const command = COMMANDS[type];
    const input = parseArgs(command, args);
    const time = commandTime(machine.clock, endsAtMs);
    time.requireLeft();
    if (COMMAND_TYPES[type].effect === 'act') {
      await journal.begin(id, type, typeof args['job'] === 'string' ? args['job'] : null);
    }
    const prepare = (prepared: unknown) => journal.prepare(id, prepared);
    return await command.run(machine, input, { prepare, time });
  }

  async #resultAfterCrash(entry: JournalEntry): Promise<CommandResult> {
    const { machine } = this.#options;
    const known = isCommandType(entry.type) ? COMMANDS[entry.type] : undefined;
    if (known?.settle !== undefined && entry.result !== null && entry.result !== undefined) {
      const result = await known.settle(machine, entry.result);
      if (result !== undefined) return { command: entry.command, error: null, result };
    }
    const started = entry.job === null ? undefined : machine.store.findByServerId(entry.job);
    if (JOB_STARTING_COMMANDS.includes(entry.type) && started !== undefined) {
      const { machine_job_id } = started.report;
      return { command: entry.command, error: null, result: { machine_job_id } };
    }
    const message = `the machine stopped while it ran ${entry.type}; whether it took effect is not known`;
    return {
      command: entry.command,
      error: { code: 'machine_restarted', message },
      result: null,
    };
  }
}

function resultOf({ command, error, result }: JournalEntry): CommandResult {
  return { command, error, result };
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return counts.values().reduce((sum, count) => sum + count, 0);
}
