import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { FLEET_HOME, runFleet } from '../../support/run-fleet.ts';
import { problemResponse, startScriptedService } from '../../support/scripted-service.ts';

const ONE = { type: 'object', properties: { machine: { type: 'string' } }, required: ['machine'] };
const SEEN = { seenAtMs: Date.now() };

const DAMAGE: readonly [string, object][] = [
  ['no name', { names: { machine: [null] } }],
  ['no list', { names: { machine: 'tea-01' } }],
  ['no text', { names: { machine: [{ ...SEEN, id: 'mac_1', name: 7 }] } }],
  ['no id', { names: { machine: [SEEN] } }],
  ['no columns', { names: {}, columns: { 'get-machine': null } }],
];

test.each(DAMAGE)('names of another form that are kept count as none: %s', async (_, damage) => {
  proves('UI-complete-names', 'UI-did-you-mean');
  const service = await startScriptedService({
    tools: [
      { name: 'get_machine', class: 'read', input_schema: ONE },
      { name: 'list_machines', class: 'read', input_schema: { type: 'object' } },
    ],
    answer: ({ path }) =>
      path.endsWith('/list_machines')
        ? { body: { machines: [{ id: 'mac_1', name: 'tea-01' }] } }
        : problemResponse(404, 'unknown_machine'),
  });
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  const fleet = (...args: readonly string[]) => runFleet(args, { env });
  await fleet('cloud', 'list-machines');
  const folder = join(FLEET_HOME, 'cache', 'names');
  for (const name of readdirSync(folder)) {
    const kept = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    writeFileSync(join(folder, name), JSON.stringify({ ...kept, ...damage }));
  }
  const completed = await fleet('__complete', 'cloud', 'get-machine', '');
  expect(completed).toMatchObject({ stdout: '', stderr: '' });
  const meant = await fleet('cloud', 'get-machine', 'tea-10');
  expect(JSON.parse(meant.stderr).error).toMatchObject({
    code: 'unknown_machine',
    advice: 'Did you mean tea-01?',
  });
  await fleet('cloud', 'list-machines');
  expect((await fleet('__complete', 'cloud', 'get-machine', '')).stdout).toBe('tea-01\t\n');
  await service.stop();
});
