import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { assistantHome } from '../../../support/assistants/assistant-home.ts';
import { refusedSteps } from '../../../support/disk/refused-steps.ts';
import { proves } from '../../../support/proves.ts';
import { folderWithoutSync } from '../../../support/secret/full-disk.ts';

test('a configuration that gets no new content keeps no backup of this change', async () => {
  proves('BRIDGE-install-refused');
  const home = assistantHome('cursor');
  home.write('{}');
  const env = refusedSteps({ renameTo: home.file });
  const { code, stderr } = await home.mcp(['install', '--json'], { env });
  expect(code).toBe(1);
  expect(JSON.parse(stderr).error.detail).toContain('EIO');
  expect([home.read(), home.backups()]).toEqual(['{}', []]);
});

test('a backup that may not last is taken back, and nothing is changed', async () => {
  proves('BRIDGE-install-refused');
  const home = assistantHome('cursor');
  home.write('{}');
  const env = folderWithoutSync(dirname(home.file));
  expect((await home.mcp(['install', '--json'], { env })).code).toBe(1);
  expect([home.read(), home.backups()]).toEqual(['{}', []]);
});

test('one whose folder cannot be synced has the entry, and its backup', async () => {
  proves('BRIDGE-install-refused');
  const home = assistantHome('cursor');
  home.write('{}');
  const env = folderWithoutSync(dirname(home.file), 'EIO', 2);
  const { code } = await home.mcp(['install', '--json'], { env });
  expect(code).toBe(1);
  expect(home.read()).toContain('"fleet"');
  expect(home.backups()).toHaveLength(1);
});

test('where old backups cannot be listed the entry is installed all the same', async () => {
  proves('BRIDGE-install-refused');
  const home = assistantHome('cursor');
  home.write('{}');
  const env = refusedSteps({ listing: dirname(home.file) });
  const { code, stderr, stdout } = await home.mcp(['install', '--json'], { env });
  expect([code, JSON.parse(stdout).state]).toEqual([0, 'installed']);
  expect(stderr).not.toContain('EIO');
  expect(home.read()).toContain('"fleet"');
});
