import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeSampleMachine } from '../../../src/machine/sample/write-sample-machine.ts';
import { blocksOf } from '../../support/docs/markdown.ts';
import { openShell, type PastingShell } from '../../support/docs/pasting-shell.ts';
import { startRealMachine } from '../../support/machine/real-machine.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';
import { startTestServer } from '../../support/test-server.ts';

/** Pastes every block of a document that is marked `sh`; each ends with 0. */
async function pasteAll(path: string, shell: PastingShell): Promise<void> {
  const blocks = blocksOf(readFileSync(path, 'utf8')).filter(({ language }) => language === 'sh');
  expect(blocks.length).toBeGreaterThan(0);
  for (const { line, text } of blocks) {
    const { code, output } = await shell.paste(text);
    expect(code, `${path}:${line}\n${output}`).toBe(0);
  }
}

test('README.md fits on some screens, and its blocks work when pasted one after the other', {
  timeout: 120_000,
}, async () => {
  proves('DOCS-blocks', 'DOCS-readme');
  const text = readFileSync('README.md', 'utf8');
  expect(text.split('\n').length - 1).toBeLessThanOrEqual(150);
  await pasteAll('README.md', openShell({ folder: newTemporaryFolder() }));
});

test('the first skill of docs/skills.md runs by pasting', { timeout: 120_000 }, async () => {
  proves('DOCS-blocks');
  await pasteAll('docs/skills.md', openShell({ folder: newTemporaryFolder() }));
});

test('the blocks of the guides work when pasted, also a second time in CI', {
  timeout: 120_000,
}, async () => {
  proves('DOCS-blocks');
  const folder = newTemporaryFolder();
  const dataFolder = join(folder, '.local/state/fleet/server');
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const { baseUrl, keys, machineToken } = await startTestServer({ dataFolder });
  const write = (root: string) => writeSampleMachine(root, 'control');
  const machine = await startRealMachine({ baseUrl, token: machineToken, write });
  onTestFinished(async () => {
    await machine.stop();
    await machine.remove();
  });
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, keys.admin);
  const shell = openShell({
    folder,
    here: { 'https://fleet.example.com': baseUrl, '/run/secrets/fleet-key': keyFile },
  });
  await shell.paste(`fleet auth login --base-url ${baseUrl} --key-file ${keyFile}`);
  const names = ['operating', 'scripting', 'secrets', 'webhooks', 'assistants'];
  await Promise.all(names.map((name) => pasteAll(`docs/${name}.md`, shell)));
  const ofCi = blocksOf(readFileSync('docs/secrets.md', 'utf8')).find(({ text }) =>
    text.startsWith('code=0'),
  );
  const again = await shell.paste(ofCi?.text ?? 'false');
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining('has WEBHOOK_SECRET') });
});
