import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether files of the tests can get access lists here. */
export const HAS_ACCESS_LISTS = canGiveLists();

export const WITHOUT_LISTS = 'no setfacl, or a file system without access lists';

/** Lets another user read a file, as its mode alone does not; or each new one of a folder. */
export function giveAccessList(path: string, { toNewFiles = false } = {}): void {
  execFileSync('setfacl', [...(toNewFiles ? ['-d'] : []), '-m', 'u:65534:r', path]);
}

/** The access list of a file, a line an entry. */
export function accessListOf(path: string): string {
  return execFileSync('getfacl', ['-cnp', path], { encoding: 'utf8' });
}

function canGiveLists(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-access-list-'));
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const { status } = spawnSync('setfacl', ['-m', 'u:65534:r', file]);
  rmSync(folder, { recursive: true });
  return status === 0;
}
