import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { startScriptedService } from '../../support/scripted-service.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

const TOOLS = [{ name: 'start_it', class: 'write', input_schema: { type: 'object' } }];
const HOUR_MS = 3_600_000;

test('who follows a job hears of its end also where the clock is set back meanwhile', async () => {
  proves('UI-follow-timeout');
  const folder = newTemporaryFolder();
  const [module, isBack] = [join(folder, 'clock.cjs'), join(folder, 'is-back')];
  writeFileSync(
    module,
    `const { existsSync } = require('node:fs');
    const { now } = Date;
    Date.now = () => now() - (existsSync(${JSON.stringify(isBack)}) ? ${HOUR_MS} : 0);`,
  );
  let looks = 0;
  const service = await startScriptedService({
    tools: TOOLS,
    answer({ path }) {
      if (!path.includes('/jobs/')) return { status: 202, body: { pending: true, job: 'job_1' } };
      looks += 1;
      writeFileSync(isBack, '');
      const ended = { state: 'done', status: 'succeeded', outcome: 'done' };
      const runs = { state: 'in_progress', status: 'running', outcome: null };
      return { body: { id: 'job_1', ...(looks === 1 ? runs : ended) } };
    },
  });
  onTestFinished(() => service.stop());
  const { code, stderr } = await runFleet(['cloud', 'start-it', '--follow'], {
    env: {
      FLEET_BASE_URL: service.baseUrl,
      FLEET_API_KEY: 'key-1',
      NODE_OPTIONS: `--require=${module}`,
    },
  });
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  expect(looks).toBe(2);
});
