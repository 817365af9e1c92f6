import type { Environment } from '../base/environment.ts';
import type { Clock } from '../base/time/clock.ts';
import { steadyClock } from '../base/time/steady-clock.ts';
import { isInBackground } from './background.ts';
import { actsOnOutput } from './ci-runner.ts';
import { type Output, stderrOutput, stdoutOutput } from './output.ts';

/** The streams of a command, and what decides how they are used. */
export interface Terminal {
  readonly environment: Environment;
  readonly clock: Clock;
  /** The result and nothing else. */
  readonly stdout: Output;
  /** Every text for people. */
  readonly stderr: Output;
  /** Opened when it is read for the first time. */
  readonly stdin: NodeJS.ReadStream;
  /** The stream of stderr, on which prompts and spinners draw; opened likewise. */
  readonly promptStream: NodeJS.WriteStream;
  /** Whether this process is in the background of its terminal, where it cannot read keys. */
  readonly isInBackground: boolean;
}

/** The terminal of this process. */
export function systemTerminal(): Terminal {
  return {
    environment: process.env,
    clock: steadyClock,
    stdout: withoutCommands(stdoutOutput(), 1, process.env),
    stderr: withoutCommands(stderrOutput(), 2, process.env),
    // Reading the property `process.stdin` already opens stdin: a shell loop around this program
    // (`while read …`) would lose its input.
    get stdin() {
      return process.stdin;
    },
    get promptStream() {
      return process.stderr;
    },
    get isInBackground() {
      return isInBackground();
    },
  };
}

/** An output in which a runner of CI finds no command of others. */
function withoutCommands(output: Output, descriptor: 1 | 2, environment: Environment): Output {
  if (!actsOnOutput(environment)) return output;
  let guarded: Promise<Output> | undefined;
  return Object.assign(Object.create(output), {
    async write(data: string | Uint8Array) {
      guarded ??= import('./github/guarded-output.ts').then(({ guardedOutput }) =>
        guardedOutput(output, { environment, descriptor, isJson: false }),
      );
      await (await guarded).write(data);
    },
  });
}

/** Set where an agent runs this program, often in a pseudo-terminal. */
export const AGENT_VARIABLES = [
  'CLAUDECODE',
  'CURSOR_AGENT',
  'GEMINI_CLI',
  'CODEX_SANDBOX',
  'AI_AGENT',
];

/**
 * Whether somebody can be asked: both stdin and stderr are terminals, this process is in their foreground,
 * and nothing says otherwise (`--no-input`, `FLEET_NO_INPUT`, `CI`, or the variable of an agent).
 */
export function canPrompt(terminal: Terminal, noInput: boolean): boolean {
  const { environment } = terminal;
  if (noInput || isSet(environment['FLEET_NO_INPUT']) || !isForPerson(environment)) return false;
  return (
    terminal.stderr.isTerminal &&
    terminal.stdin.isTTY === true &&
    // A text for `@-` was typed to its end there: no key comes after that.
    !terminal.stdin.readableEnded &&
    !terminal.isInBackground
  );
}

/**
 * Whether what is shown on stderr may be drawn in place. ora clears line by line, and loops for ever on
 * a terminal of 0 columns.
 */
export function canRedraw(terminal: Terminal): boolean {
  const { environment, stderr } = terminal;
  // Not taken apart with the others: reading it opens stderr.
  if (!stderr.isTerminal || terminal.promptStream.columns < 1) return false;
  if (isSet(environment['ACCESSIBLE'])) return false;
  return environment['TERM'] !== 'dumb' && isForPerson(environment);
}

/** `FLEET_NO_INPUT=0` says that a person is there although an agent's variable is set. */
function isForPerson(environment: Environment): boolean {
  if (isSet(environment['CI'])) return false;
  if (environment['FLEET_NO_INPUT'] && !isSet(environment['FLEET_NO_INPUT'])) return true;
  return !AGENT_VARIABLES.some((name) => isSet(environment[name]));
}

/**
 * Whether text to `output` may have colours: `--color`/`--no-color`, then `NO_COLOR`, then
 * `FORCE_COLOR` and `CLICOLOR_FORCE`, then whether it is a terminal that knows them.
 */
export function hasColor(output: Output, environment: Environment, flag?: boolean): boolean {
  if (flag !== undefined) return flag;
  if (environment['NO_COLOR']) return false;
  if (isSet(environment['FORCE_COLOR']) || isSet(environment['CLICOLOR_FORCE'])) return true;
  return output.isTerminal && environment['TERM'] !== 'dumb' && environment['CLICOLOR'] !== '0';
}

/** Set to anything but nothing, `0` or `false`. */
export function isSet(value: string | undefined): boolean {
  return !!value && value !== '0' && value !== 'false';
}
