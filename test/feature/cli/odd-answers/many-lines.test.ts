import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';

test('a text of millions of lines is a card within little memory', async () => {
  proves('UI-many-lines');
  const lines = 4_000_000;
  const service = await startScriptedService({
    tools: [{ name: 'get_job', class: 'read', input_schema: { type: 'object' } }],
    answer: () => ({ body: { id: 'job_1', headline: 'a\n'.repeat(lines) } }),
  });
  const env = {
    FLEET_BASE_URL: service.baseUrl,
    FLEET_API_KEY: 'key-1',
    NODE_OPTIONS: '--max-old-space-size=200',
  };
  const { code, stdout } = await runFleet(['cloud', 'get-job', '-o', 'table'], { env });
  await service.stop();
  expect([code, stdout.length]).toEqual([0, stdout.indexOf('  a\n') + lines * 4]);
}, 60_000);
