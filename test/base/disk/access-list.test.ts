import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasAccessList } from '../../../src/base/disk/access-list.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

/** A program in the place of `ls` that prints this, and its first argument with the file. */
function lister(printed: string): string {
  const path = join(newTemporaryFolder(), 'ls');
  writeFileSync(path, `#!/bin/sh\n[ "$2" = -- ] && printf -- '${printed}' "$1" "$3"\n`);
  chmodSync(path, 0o700);
  return path;
}

test.each([
  ['linux', '-rw-r-----+ 1 0 0 4 Nov 1 12:00 %s %s\\n', true],
  ['linux', '-rw-r-----. 1 0 0 4 Nov 1 12:00 %s %s\\n', false],
  ['linux', '-rw-r----- 1 0 0 4 Nov 1 12:00 %s + %s\\n', false],
  ['darwin', '-rw-r-----+ 1 0 0 4 Nov 1 12:00 %s %s\\n', true],
  // Extended attributes are told in the place of the list.
  ['darwin', '-rw-r-----@ 1 0 0 4 Nov 1 12:00 %s %s\\n 0: user:ann allow read\\n', true],
  ['darwin', '-rw-r-----@ 1 0 0 4 Nov 1 12:00 %s %s\\n', false],
] as const)('%s: %s → %s', async (platform, printed, has) => {
  proves('PLATFORM-access-list');
  const listers = ['/no/such/ls', lister(printed)];
  expect(await hasAccessList('/tmp/a file', { platform, listers })).toBe(has);
});

test('where nothing can list files, and on Windows, a file counts as one without a list', async () => {
  proves('PLATFORM-access-list');
  const none = ['/no/such/ls'];
  expect(await hasAccessList('/tmp/a', { platform: 'linux', listers: none })).toBe(false);
  const some = [lister('-rw-r-----+ %s %s\\n')];
  expect(await hasAccessList('/tmp/a', { platform: 'win32', listers: some })).toBe(false);
});
