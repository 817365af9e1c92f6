import { expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { startScriptedService } from '../../support/scripted-service.ts';

test('a line of the list of machines never runs on another machine than it names', async () => {
  proves('UI-each-selector');
  const machines = ['lab', 'lab ', 'twin', ' edge'].map((name, at) => ({ id: `mac_${at}`, name }));
  const input_schema = { type: 'object', properties: { machine: { type: 'string' } } };
  const service = await startScriptedService({
    tools: [{ name: 'run_skill', class: 'write', input_schema }],
    answer: ({ path }) =>
      path === '/api/v1/machines' ? { body: { machines, next_before: null } } : { body: {} },
  });
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-secret' };
  const ranOn = async (stdin: string) => {
    const before = service.calls().length;
    await runFleet(['each', '--machine', '@-', '--', 'run-skill'], { env, stdin });
    const sent = service.calls().slice(before);
    return sent
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => JSON.parse(body).machine);
  };
  expect(await ranOn('lab \n')).toEqual([]);
  expect(await ranOn('lab\n')).toEqual(['mac_0']);
  expect(await ranOn(' twin\r\n \n')).toEqual(['mac_2']);
  expect(await ranOn(' edge\n')).toEqual(['mac_3']);
  expect(await ranOn('edge\n')).toEqual([]);
  await service.stop();
});
