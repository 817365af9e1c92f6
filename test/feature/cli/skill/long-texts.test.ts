import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { startFleet } from '../../../support/run-fleet.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'];

/** A machine that has texts of as many lines as a skill can have. */
async function startService() {
  const properties = { machine: { type: 'string' }, skill: { type: 'string' } };
  const service = await startScriptedService({
    tools: [{ name: 'get_skill', class: 'read', input_schema: { type: 'object', properties } }],
    answer({ path }) {
      const machine = { id: 'mac_1', name: 'box', status: 'online', mode: 'control' };
      if (path.startsWith('/api/v1/tools/')) return { body: { content: 'x\n'.repeat(262_000) } };
      if (path.startsWith('/api/v1/skills')) {
        return { body: { skills: NAMES.map((name) => ({ name })) } };
      }
      return { body: path === '/api/v1/machines' ? { machines: [machine] } : machine };
    },
  });
  onTestFinished(() => service.stop());
  return service;
}

test('Ctrl-C ends what compares long texts', async () => {
  proves('ATTACK-costly-text');
  const service = await startService();
  const folder = newTemporaryFolder();
  const text = Array.from({ length: 10_000 }, (_, line) => `${line}\n`).join('');
  for (const name of NAMES) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'SKILL.md'), text);
  }
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  const child = startFleet(['skill', 'diff', 'box', '--dir', folder], { env });
  child.stdout.once('data', () => child.kill('SIGINT')).resume();
  expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
});
