import { readFileSync } from 'node:fs';
import type { Environment } from '../base/environment.ts';
import { type Clock, systemClock } from '../base/time/clock.ts';
import type { KeychainHost } from '../profile/call-keychain.ts';
import { type Folders, foldersOf } from '../profile/folders.ts';
import { homeFolder } from '../profile/home-folder.ts';
import { type Output, stderrOutput, stdoutOutput } from './output.ts';

/** Everything a command touches outside itself; made once, so that tests can make their own. */
export interface Runtime extends KeychainHost {
  readonly folders: Folders;
  /** stdout: the result and nothing else. */
  readonly result: Output;
  /** stderr: everything for people. */
  readonly notes: Output;
  readonly stdin: NodeJS.ReadStream;
  /** Where prompts and spinners draw; text goes through `notes`. */
  readonly stderr: NodeJS.WriteStream;
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
  readTextFile(path: string): string;
  readFile(path: string): Uint8Array;
}

/** The rim of this process. */
export function systemRuntime(): Runtime {
  return {
    environment: process.env,
    node: process.execPath,
    atExit(act) {
      process.once('exit', act);
      return () => void process.off('exit', act);
    },
    folders: foldersOf(process.env, process.platform, homeFolder()),
    result: stdoutOutput(process.stdout),
    notes: stderrOutput(process.stderr),
    // A getter, because naming `process.stdin` already opens it, and a loop around us needs it.
    get stdin() {
      return process.stdin;
    },
    stderr: process.stderr,
    clock: systemClock,
    random: Math.random,
    readTextFile: (path) => readFileSync(path, 'utf8'),
    readFile: (path) => readFileSync(path),
  };
}

/**
 * Whether somebody can be asked: both stdin and stderr are terminals and nothing says otherwise
 * (`--no-input`, `FLEET_NO_INPUT`, `CI`).
 */
export function canPrompt(rim: Runtime, noInput: boolean): boolean {
  const { environment } = rim;
  if (noInput || isSet(environment['FLEET_NO_INPUT']) || isSet(environment['CI'])) return false;
  return rim.notes.isTerminal && rim.stdin.isTTY === true;
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
function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
