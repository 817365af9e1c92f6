import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { listensForSigint } from '../../support/processes.ts';
import { proves } from '../../support/proves.ts';
import { startFleet } from '../../support/run-fleet.ts';
import { startScriptedService } from '../../support/scripted-service.ts';

/** More than the arguments that one call takes. */
const ROWS = Array.from({ length: 150_000 }, (_, at) => ({ id: `mac_${at}` }));

test('Ctrl-C ends the watching of a long list at once, whatever is done with it at that moment', async () => {
  proves('UI-interrupt', 'UI-watch');
  const service = await startScriptedService({
    tools: [{ name: 'list_machines', class: 'read', input_schema: { type: 'object' } }],
    answer: () => ({ body: { machines: ROWS, next_before: null } }),
  });
  onTestFinished(() => service.stop());
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  const child = startFleet(['watch', 'machines', '-o', 'jsonl'], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [first] = await once(child.stdout.setEncoding('utf8'), 'data');
  expect(first).toMatch(/^\{"event":"added","row":\{"id":"mac_0"\}\}\n/);
  // What listens gets no turn while a long list is read; the system needs none.
  expect(listensForSigint(child.pid)).toBe(false);
  child.stdout.resume();
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
});
