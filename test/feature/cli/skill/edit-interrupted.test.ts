import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet, startFleet } from '../../../support/run-fleet.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

/** A machine with a skill; `act` is called as its text is asked for. */
async function startBox(act: () => void) {
  const properties = { machine: { type: 'string' }, skill: { type: 'string' } };
  const schema = { type: 'object', properties };
  const service = await startScriptedService({
    tools: [{ name: 'save_skill', class: 'destructive', input_schema: schema }],
    answer({ path }) {
      const machine = { id: 'mac_1', name: 'box', status: 'online', mode: 'control' };
      if (!path.startsWith('/api/v1/tools/')) {
        return { body: path === '/api/v1/machines' ? { machines: [machine] } : machine };
      }
      act();
      return { body: { content: 'text\n' } };
    },
  });
  onTestFinished(() => service.stop());
  const FLEET_STATE_DIR = newTemporaryFolder();
  return { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1', FLEET_STATE_DIR };
}

test('Ctrl-C while the text is fetched opens no editor, also where the text has come', async () => {
  proves('UI-interrupt', 'UI-skill-edit');
  let press = () => {};
  const box = await startBox(() => press());
  const mark = join(newTemporaryFolder(), 'opened');
  const env = { ...box, EDITOR: `touch ${mark}; cat` };
  const child = startFleet(['skill', 'edit', 'box', 'tidy', '--yes'], { env });
  press = () => void child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
  expect(existsSync(mark)).toBe(false);
});

test('what an editor saved in another encoding is not sent, and can be thrown away', async () => {
  proves('UI-skill-edit', 'UI-skill-draft');
  const box = await startBox(() => {});
  const edit = (EDITOR: string, ...more: readonly string[]) =>
    runFleet(['skill', 'edit', 'box', 'tidy', '--yes', ...more], { env: { ...box, EDITOR } });
  const written = await edit("printf 'M\\344r' >");
  const { error } = JSON.parse(written.stderr);
  expect([written.code, error.title]).toEqual([1, 'The draft cannot be read']);
  expect(error.detail).toMatch(/SKILL\.md is not UTF-8 text$/);
  expect(readFileSync(error.draft, 'latin1')).toBe('M\xe4r');
  expect((await edit(':')).code).toBe(1);
  expect((await edit(':', '--draft', 'discard')).stderr).toContain('Nothing was changed');
});
