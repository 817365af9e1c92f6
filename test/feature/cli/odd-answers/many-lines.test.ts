import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';

test.each([
  ['table', '  a\n', 4, 0],
  ['yaml', 'a\\n', 3, '"\n'.length],
])(
  'a text of millions of lines is told as %s within little memory',
  async (format, line, chars, rest) => {
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
    const { code, stdout } = await runFleet(['cloud', 'get-job', '-o', format], { env });
    await service.stop();
    const end = stdout.indexOf(line) + lines * chars;
    expect([code, stdout.length - end]).toEqual([0, rest]);
  },
  60_000,
);
