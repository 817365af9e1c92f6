import { fstatSync, readFileSync, readSync, statSync } from 'node:fs';
import { errorCode } from '../errors.ts';

/** Asked once: a child may get another stdin later, and the program keeps what it was started with. */
let known: boolean | undefined;

/**
 * Whether SIGHUP was ignored as the program was started, as `nohup` does, so that it outlives its terminal. Node
 * takes that back. What is left to see is what the shell calls it (bash, zsh), the stdin that GNU nohup gives, a
 * null device that cannot be read, and on Linux what the script that started it ignores. What has a terminal for its
 * stdin is not under `nohup`, though it may have inherited the word.
 *
 * @param startedBy the variable `_`
 */
export function isUnderNohup(startedBy = ''): boolean {
  known ??= findOut(startedBy);
  return known;
}

function findOut(startedBy: string): boolean {
  try {
    const stdin = fstatSync(0);
    if (stdin.isCharacterDevice()) {
      if (stdin.rdev !== statSync('/dev/null').rdev) return false;
      if (/(^|\/)nohup$/.test(startedBy)) return true;
      readSync(0, Buffer.alloc(1));
    }
    const [, ignored] = readFileSync(`/proc/${process.ppid}/status`, 'utf8').split('SigIgn:\t');
    // In hex, and SIGHUP is the lowest bit. A shell hands on what it ignores.
    return '13579bdf'.includes(ignored?.[15] ?? ' ');
  } catch (error) {
    return errorCode(error) === 'EBADF';
  }
}
