import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { startFleet } from '../../support/run-fleet.ts';
import { startScriptedService } from '../../support/scripted-service.ts';

test('what many machines respond is not kept until all have ended', async () => {
  proves('ATTACK-costly-text');
  const machines = Array.from({ length: 30 }, (_, at) => ({ id: `mac_${at}` }));
  const text = 'x'.repeat(2_000_000);
  const properties = { machine: { type: 'string' } };
  const service = await startScriptedService({
    tools: [{ name: 'get_machine', class: 'read', input_schema: { type: 'object', properties } }],
    answer: ({ path }) => ({ body: path === '/api/v1/machines' ? { machines } : { text } }),
  });
  onTestFinished(() => service.stop());
  const args = ['each', '--machine', '*', '--quiet', '-o', 'jsonl', '--', 'get-machine'];
  const child = startFleet(args, {
    env: {
      FLEET_BASE_URL: service.baseUrl,
      FLEET_API_KEY: 'key-1',
      NODE_OPTIONS: '--max-old-space-size=56',
    },
  });
  child.stdout.resume();
  expect(await once(child, 'close')).toEqual([0, null]);
});
