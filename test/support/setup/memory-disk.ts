import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
const ROOM_MIN_BYTES = 2 * 1024 ** 3;

/**
 * Puts the temporary files of the run into memory where there is room for them: hundreds of
 * databases come and go, and a disk writes each to its platter. A TMPDIR of the person's stays.
 */
export function setup(): void {
  if (process.env['TMPDIR'] === undefined && isUsable()) process.env['TMPDIR'] = MEMORY;
}

/** Containers often have a small one, and one in which no program may be run, as tests do. */
function isUsable(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY);
    return type === TMPFS && bavail * bsize >= ROOM_MIN_BYTES && runsPrograms();
  } catch {
    return false;
  }
}

function runsPrograms(): boolean {
  const folder = mkdtempSync(join(MEMORY, 'fleet-probe-'));
  try {
    const program = join(folder, 'program');
    writeFileSync(program, '', { mode: 0o700 });
    accessSync(program, constants.X_OK);
    return true;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
