import { COMMAND_TYPES, isCommandType } from '../../contract/command-type.ts';
import type { CommandResult } from '../../contract/sync.ts';
import type { Machine } from '../machine.ts';
import { MachineError, toCommandError } from '../machine-error.ts';
import { refusalOf } from '../policy.ts';
import type { CommandSource } from '../sync/outbox.ts';
import type { ReceivedCommand } from '../sync/sync-response.ts';
import { readArgs } from './command-args.ts';
import type { CommandJournal, JournalEntry } from './command-journal.ts';
import { COMMANDS } from './command-table.ts';

/** Commands whose result is the machine's id of the job that they start. */
const JOB_STARTERS: ReadonlySet<string> = new Set(['job.run', 'job.replay', 'skill.test']);

export interface CommandExecutorOptions {
  readonly machine: Machine;
  readonly journal: CommandJournal;
  /** Called when a result is there. */
  readonly finished: () => void;
}

/** Takes commands in, runs each id once, and keeps the results until the cloud has them. */
export class CommandExecutor implements CommandSource {
  readonly #options: CommandExecutorOptions;
  readonly #running = new Map<string, Promise<void>>();
  #journalled: Promise<unknown> = Promise.resolve();
  /** Resolves when every job that was asked for so far is in the queue. */
  #jobsQueued: Promise<unknown> = Promise.resolve();
  readonly #results = new Map<string, CommandResult>();

  constructor(options: CommandExecutorOptions) {
    this.#options = options;
  }

  /**
   * Settles what an earlier process left in the journal. A command that had begun and has no
   * result is never run again: a job that it started is its result, or what it had prepared and
   * carried out; anything else is unknown.
   */
  async recover(): Promise<void> {
    for (const entry of this.#options.journal.all()) {
      if (entry.state === 'acknowledged') continue;
      const isFinished = entry.state === 'finished';
      const result = isFinished ? resultOf(entry) : await this.#resultAfterCrash(entry);
      this.#results.set(entry.command, result);
      if (entry.state === 'begun') await this.#note(result);
    }
  }

  /** Runs the commands that are new and says how many; one that was seen before is left alone. */
  receive(commands: readonly ReceivedCommand[]): number {
    let news = 0;
    for (const command of commands) {
      const { id } = command;
      if (this.#running.has(id) || this.#results.has(id) || this.#options.journal.get(id)) continue;
      const run = this.#run(command).finally(() => {
        this.#running.delete(id);
        this.#options.finished();
      });
      this.#running.set(id, run);
      news += 1;
      if (JOB_STARTERS.has(command.type)) this.#jobsQueued = Promise.all([this.#jobsQueued, run]);
    }
    return news;
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
      const noted = this.#options.journal.acknowledge(command).catch((error: unknown) => {
        this.#options.machine.log.write(`journal of ${command}: ${String(error)}`);
      });
      this.#journalled = Promise.all([this.#journalled, noted]);
    }
  }

  /** Resolves when no command runs any more and the journal says how each ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.values());
    await this.#journalled;
  }

  async #run(command: ReceivedCommand): Promise<void> {
    const { id, type } = command;
    const { machine } = this.#options;
    // A cancel that came with the start of its job must find that job.
    if (type === 'job.cancel') await this.#jobsQueued;
    let outcome: CommandResult;
    try {
      outcome = { command: id, error: null, result: await this.#carryOut(command) };
    } catch (error) {
      outcome = { command: id, error: toCommandError(error), result: null };
    }
    machine.log.write(`command ${id} ${type}: ${outcome.error?.code ?? 'done'}`);
    this.#results.set(id, outcome);
    await this.#note(outcome);
  }

  /** Writes a result down; on a full disk the cloud is told of it all the same. */
  async #note(result: CommandResult): Promise<void> {
    const { journal, machine } = this.#options;
    await journal.finish(result).catch((error: unknown) => {
      machine.log.write(`journal of ${result.command}: ${String(error)}`);
    });
  }

  async #carryOut({ id, type, args }: ReceivedCommand): Promise<unknown> {
    const { journal, machine } = this.#options;
    if (!isCommandType(type)) {
      throw new MachineError('unknown_command', `this machine knows no command ${type}`);
    }
    const { config } = await machine.config.read();
    const refusal = refusalOf(config, type);
    if (refusal !== null) throw new MachineError('denied_by_machine', refusal);
    const command = COMMANDS[type];
    const input = readArgs(command, args);
    if (COMMAND_TYPES[type].effect === 'act') {
      await journal.begin(id, type, typeof args['job'] === 'string' ? args['job'] : null);
    }
    return await command.run(machine, input, (prepared) => journal.prepare(id, prepared));
  }

  async #resultAfterCrash(entry: JournalEntry): Promise<CommandResult> {
    const { machine } = this.#options;
    const known = isCommandType(entry.type) ? COMMANDS[entry.type] : undefined;
    if (known?.settle !== undefined && entry.result !== null && entry.result !== undefined) {
      const result = await known.settle(machine, entry.result);
      if (result !== undefined) return { command: entry.command, error: null, result };
    }
    const started = entry.job === null ? undefined : machine.store.ofCloud(entry.job);
    if (JOB_STARTERS.has(entry.type) && started !== undefined) {
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
