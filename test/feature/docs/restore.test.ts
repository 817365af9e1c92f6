import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf } from '../../support/docs/markdown.ts';
import { openShell } from '../../support/docs/pasting-shell.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';
import { startTestServer } from '../../support/test-server.ts';

test('backup and restore as docs/self-hosting.md says bring back what was there', {
  timeout: 60_000,
}, async () => {
  proves('DOCS-restore', 'DOCS-blocks');
  const folder = newTemporaryFolder();
  const data = join(folder, '.local/state/fleet/server');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const blocks = blocksOf(readFileSync('docs/self-hosting.md', 'utf8'))
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text);
  const [serve = '', backUp = '', restore = '', ...others] = blocks;
  expect(others).toEqual([]);
  const shell = openShell({ folder });
  const server = await startTestServer({ dataFolder: data });
  const machineOf = async (name: string) =>
    (await server.tool('rename_machine', { machine: 'build-01', name })).body;
  await machineOf('before');
  expect(await shell.paste(backUp)).toMatchObject({ code: 0 });
  await machineOf('after');
  await server.close();
  const restored = await shell.paste(restore);
  expect(restored, restored.output).toMatchObject({ code: 0 });
  const again = await startTestServer({ dataFolder: data });
  const listed = await again.call('/api/v1/me', {
    scope: 'none',
    headers: { authorization: `Bearer ${server.keys.read}` },
  });
  expect(listed.status).toBe(200);
  const { body } = await again.tool('list_machines');
  expect(body.machines.map(({ name }: { name: string }) => name)).toContain('before');
  await again.close();
  expect(await shell.paste(serve)).toMatchObject({ code: 0 });
});
