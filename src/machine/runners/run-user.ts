import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Host } from '../host.ts';
import { MachineError } from '../machine-error.ts';

/** A user of this computer, and the group of theirs that a process gets. */
export interface RunUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  /** Undefined where the system names none. */
  readonly home: string | undefined;
}

const run = promisify(execFile);

/**
 * The user whom `run_as` names; undefined where that is nobody, or whom the machine runs as anyway.
 * Throws `MachineError` `runner_not_ready` where there is no such user, or where the machine may not
 * switch: a job never runs with more rights than its owner gave it.
 */
export async function findRunUser(host: Host, name: string | null): Promise<RunUser | undefined> {
  if (name === null) return undefined;
  const uid = await idOf('-u', name);
  if (uid === host.user) return undefined;
  if (host.user !== 0) {
    const message = `run_as in fleet.yaml is ${name}, and only root can run jobs as another user`;
    throw new MachineError('runner_not_ready', message);
  }
  return { name, uid, gid: await idOf('-g', name), home: await homeOf(name) };
}

/**
 * The home folder of a user whose name has the form of `run_as`: a shell knows it by POSIX, also where
 * /etc/passwd does not.
 */
async function homeOf(name: string): Promise<string | undefined> {
  const printed = await run('/bin/sh', ['-c', 'eval "printf %s ~$1"', 'sh', name]);
  return printed.stdout.startsWith('/') ? printed.stdout : undefined;
}

/** POSIX `id`, since users need not be in /etc/passwd. */
async function idOf(option: '-u' | '-g', name: string): Promise<number> {
  const printed = await run('id', [option, '--', name]).catch((cause: unknown) => {
    const message = `run_as in fleet.yaml is ${name}, who is no user of this computer`;
    throw new MachineError('runner_not_ready', message, { cause });
  });
  return Number(printed.stdout.trim());
}
