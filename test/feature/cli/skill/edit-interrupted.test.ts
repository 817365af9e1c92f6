import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { startFleet } from '../../../support/run-fleet.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

test('Ctrl-C while the text is fetched opens no editor, also where the text has come', async () => {
  proves('UI-interrupt', 'UI-skill-edit');
  const properties = { machine: { type: 'string' }, skill: { type: 'string' } };
  const schema = { type: 'object', properties };
  let press = () => {};
  const service = await startScriptedService({
    tools: [{ name: 'save_skill', class: 'destructive', input_schema: schema }],
    answer({ path }) {
      const machine = { id: 'mac_1', name: 'box', status: 'online', mode: 'control' };
      if (!path.startsWith('/api/v1/tools/')) {
        return { body: path === '/api/v1/machines' ? { machines: [machine] } : machine };
      }
      press();
      return { body: { content: 'text\n' } };
    },
  });
  onTestFinished(() => service.stop());
  const mark = join(newTemporaryFolder(), 'opened');
  const env = {
    FLEET_BASE_URL: service.baseUrl,
    FLEET_API_KEY: 'key-1',
    EDITOR: `touch ${mark}; cat`,
  };
  const child = startFleet(['skill', 'edit', 'box', 'tidy', '--yes'], { env });
  press = () => void child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
  expect(existsSync(mark)).toBe(false);
});
