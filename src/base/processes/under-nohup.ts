import { fstatSync, readSync, statSync } from 'node:fs';
import { errorCode } from '../errors.ts';

/** Asked once: a child may get another stdin later, and the program keeps what it was started with. */
let known: boolean | undefined;

/**
 * Whether `nohup` has started the program from a terminal, so that it outlives it. Node takes back that SIGHUP
 * is ignored, and what is left to see is what the shell calls it (bash, zsh), and the stdin that GNU nohup gives: a
 * null device that cannot be read.
 *
 * @param startedBy the variable `_`
 */
export function isUnderNohup(startedBy?: string): boolean {
  known ??= isNull() && (/(^|\/)nohup$/.test(startedBy ?? '') || isUnreadable());
  return known;
}

/** Whether stdin is the null device: what a terminal program under `nohup` starts inherits the word, and has a terminal. */
function isNull(): boolean {
  try {
    const stdin = fstatSync(0);
    return stdin.isCharacterDevice() && stdin.rdev === statSync('/dev/null').rdev;
  } catch {
    return false;
  }
}

function isUnreadable(): boolean {
  try {
    readSync(0, Buffer.alloc(1));
    return false;
  } catch (error) {
    return errorCode(error) === 'EBADF';
  }
}
