import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { problemResponse, startScriptedService } from '../../../support/scripted-service.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

test.each([[['pull', '--prune', '--yes']], [['diff', '--exit-code']]])(
  'a machine that is disconnected meanwhile is not taken for one without skills: %j',
  async ([command = '', ...flags]) => {
    proves('UI-skill-pull');
    let isGone = false;
    const properties = { machine: { type: 'string' }, skill: { type: 'string' } };
    const service = await startScriptedService({
      tools: [{ name: 'get_skill', class: 'read', input_schema: { type: 'object', properties } }],
      answer({ path }) {
        const machine = { id: 'mac_1', name: 'box', status: 'online', mode: 'control' };
        if (path === '/api/v1/machines') return { body: { machines: [machine] } };
        if (path.endsWith('/get_skill')) isGone = true;
        if (isGone) return problemResponse(404, 'not_found');
        return {
          body: path.startsWith('/api/v1/skills') ? { skills: [{ name: 'tidy' }] } : machine,
        };
      },
    });
    onTestFinished(() => service.stop());
    const folder = newTemporaryFolder();
    mkdirSync(join(folder, 'tidy'));
    writeFileSync(join(folder, 'tidy', 'SKILL.md'), '---\nname: tidy\n---\n');
    const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
    const run = await runFleet(['skill', command, 'box', '--dir', folder, ...flags], { env });
    expect([run.code, await readdir(join(folder, 'tidy'))]).toEqual([6, ['SKILL.md']]);
  },
);
