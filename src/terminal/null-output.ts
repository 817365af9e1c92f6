import { fstatSync, statSync } from 'node:fs';
import { devNull } from 'node:os';

const STDOUT = 1;

/** Whether stdout leads nowhere: to the null device, which Node also opens in the place of a closed one. */
export function stdoutIsNull(): boolean {
  try {
    const stdout = fstatSync(STDOUT);
    return stdout.isCharacterDevice() && stdout.rdev === statSync(devNull).rdev;
  } catch {
    return false;
  }
}
