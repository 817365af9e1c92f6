import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { ProgramPlace } from '../../../base/processes/find-program.ts';
import { heardSignals } from '../../../base/processes/heard-signals.ts';
import { programStart } from '../../../base/processes/program-start.ts';
import { Failure } from '../../../contract/failure.ts';
import { refuseFilledIn } from './filled-in-arguments.ts';
import { refuseLiteral } from './literal-variable.ts';
import { requireProgram, shownProgram, unfitArguments } from './require-program.ts';
import type { HandoverSink } from './sink.ts';
import { valueDoesNotFit, valueText } from './value-text.ts';

export interface ChildOptions extends ProgramPlace {
  readonly command: readonly [string, ...string[]];
  /** The variable that holds the value. */
  readonly name: string;
  /** Hands signals on to the child until the returned function is called. */
  readonly passSignals: (to: (signal: NodeJS.Signals) => void) => () => void;
  /** Keeps a child from being started, with its reason. */
  readonly signal: AbortSignal;
}

/** A child process with the value as `name` in its environment, and nowhere in its arguments. */
export function childSink(options: ChildOptions): HandoverSink {
  const { command, environment, folder, name, signal } = options;
  const [program, ...args] = command;
  async function look(): Promise<void> {
    refuseFilledIn(args, name, environment[name]);
    refuseLiteral(command, name);
    await requireProgram(command, options);
  }
  return {
    guarantee: 'at_most_once',
    target: { kind: 'child' },
    look,
    async check() {
      await look();
      return undefined;
    },
    accept(value) {
      if (valueText(value).includes('\0')) {
        throw valueDoesNotFit('an environment variable cannot hold a NUL');
      }
    },
    async hand(value) {
      const env = { ...environment, [name]: valueText(value) };
      try {
        const start = await programStart(program, args, options);
        if (start === undefined) return { kind: 'refused', failure: unfitArguments(program) };
        const { windowsVerbatimArguments } = start;
        const settings = { cwd: folder, env, stdio: 'inherit', windowsVerbatimArguments } as const;
        // Nobody but the child acts on a signal from the start on.
        await heardSignals();
        if (signal.aborted) return { kind: 'refused', failure: signal.reason };
        const child = spawn(start.command, start.args, settings);
        const started = await startOf(child);
        if (started !== undefined)
          return { kind: 'refused', failure: cannotStart(program, started) };
        return { kind: 'handed', ended: endOf(child, options.passSignals) };
      } catch (error) {
        return { kind: 'refused', failure: cannotStart(program, error) };
      }
    },
  };
}

/** What kept the child from starting; undefined where it runs. */
function startOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(undefined));
    child.once('error', resolve);
  });
}

async function endOf(
  child: ChildProcess,
  passSignals: ChildOptions['passSignals'],
): Promise<number> {
  const stopPassing = passSignals((signal) => child.kill(signal));
  try {
    return await new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve(code ?? 128 + signalNumber(signal)));
    });
  } finally {
    stopPassing();
  }
}

function signalNumber(signal: NodeJS.Signals | null): number {
  return signal === null ? 0 : constants.signals[signal];
}

/** The error of a start names the program and the system's code, never the environment. */
function cannotStart(program: string, error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return new Failure('cannot_start', {
    code: code === 'ENOENT' ? 'command_not_found' : 'command_not_executable',
    title: 'The command cannot be started',
    detail: `${shownProgram(program)}: ${code}. It did not get the value.`,
  });
}
