import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { type Platform, thisPlatform } from '../platform.ts';
import type { FileOptions } from './replace-file.ts';
import { RightsError } from './rights-error.ts';

interface ListSettings {
  readonly platform?: Platform;
  /** Where `ls` may lie; a test gives others. */
  readonly listers?: readonly string[];
}

/** Not from PATH, where anything may be called so. */
const LISTERS = ['/bin/ls', '/usr/bin/ls', '/run/current-system/sw/bin/ls'];
const WAIT_MS = 10_000;
/** What stands behind the mode. */
const WITH_LIST = /^\S{10}\+/;
/** Where a file of macOS has extended attributes too, `@` stands there; the entries follow below. */
const ENTRY = /\n 0: /;

/**
 * Whether a file at an absolute path has an access list, of which Node knows nothing: `ls` tells. Also false
 * where that is not there, and on Windows, where a new file has the rights of its folder.
 */
export async function hasAccessList(
  path: string,
  { listers = LISTERS, platform = thisPlatform() }: ListSettings = {},
): Promise<boolean> {
  if (platform === 'win32') return false;
  // Numbers for names, which would be asked for over the network.
  const flags = platform === 'darwin' ? '-nde' : '-nd';
  for (const lister of listers) {
    const listed = await outputOf(lister, [flags, '--', path]);
    if (listed !== undefined) return WITH_LIST.test(listed) || ENTRY.test(listed);
  }
  return false;
}

/** Throws `RightsError` where a file that is to be replaced has an access list that is in force; `shown` names it. */
export async function refuseAccessList(path: string, shown = path): Promise<void> {
  if (!(await hasAccessList(path)) || (await isMasked(path))) return;
  throw new RightsError(shown, LOST + waysAround(thisPlatform()));
}

/**
 * Whether the mode leaves a list no entry to let in or keep out: on Linux the bits of the group are its mask. So
 * it is with what this program makes in a folder that gives lists, and after chmod 600.
 */
async function isMasked(path: string): Promise<boolean> {
  return thisPlatform() === 'linux' && ((await stat(path)).mode & 0o077) === 0;
}

/**
 * Throws `RightsError` where the file that is to take the place of `shown`, which has no access list, was given
 * one by its folder that lets others in: the bits of the group are its mask.
 */
export async function refuseGivenList(
  made: string,
  mode: FileOptions['mode'],
  shown: string,
): Promise<void> {
  if (mode === 'umask' || (mode & 0o070) === 0) return;
  if (await hasAccessList(made)) throw new RightsError(shown, GAINED);
}

const GAINED =
  'its folder gives each new file an access list, by which others could read this one; close it to its ' +
  'group first (chmod g=), or choose another file';
const LOST = 'it has an access list, which the file in its place would not have; ';

/** On Linux a mode masks the list; a file without one is replaced where its folder lets nobody in by another. */
function waysAround(platform: Platform): string {
  if (platform === 'darwin') return 'take that off (chmod -N), or choose another file';
  return (
    'close it to all but its owner (chmod 600), or take the list off (setfacl -b) and, where its folder ' +
    'gives one to each new file, close it to its group (chmod g=), or choose another file'
  );
}

/** Undefined where the program cannot be started. */
function outputOf(program: string, args: readonly string[]): Promise<string | undefined> {
  const options = { env: { LC_ALL: 'C' }, timeout: WAIT_MS, killSignal: 'SIGKILL' } as const;
  return new Promise((resolve) => {
    const child = execFile(program, args, options, (error, stdout) =>
      resolve(error !== null && child.pid === undefined ? undefined : stdout),
    );
  });
}
