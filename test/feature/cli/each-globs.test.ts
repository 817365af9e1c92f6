import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { type ScriptedService, startScriptedService } from '../../support/scripted-service.ts';

const NAMES = [...Array.from({ length: 13 }, (_, at) => `prod-${at + 1}`), 'lab-1', 'lab/2'];

let service: ScriptedService;

beforeAll(async () => {
  const machines = NAMES.map((name, at) => ({ id: `mac_${at}`, name, tag: at < 2 ? 'a' : null }));
  const input_schema = { type: 'object', properties: { machine: { type: 'string' } } };
  service = await startScriptedService({
    tools: [{ name: 'delete_skill', class: 'destructive', input_schema }],
    answer: ({ path }) =>
      path === '/api/v1/machines' ? { body: { machines, next_before: null } } : { body: {} },
  });
});
beforeEach(() => service.requests.splice(0));
afterAll(() => service.stop());

async function sentBy(...selector: readonly string[]) {
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-secret' };
  const run = await runFleet(['each', ...selector, '--yes', '--', 'delete-skill'], { env });
  const sent = service.calls().filter(({ method }) => method === 'POST');
  const names = sent.map(({ body }) => NAMES[Number(JSON.parse(body).machine.slice(4))]);
  return { ...run, names: names.toSorted() };
}

const prod = (...numbers: readonly number[]) => numbers.map((each) => `prod-${each}`).toSorted();

test.each([
  ['prod-[!1]', prod(2, 3, 4, 5, 6, 7, 8, 9)],
  ['prod-[^1]', prod(2, 3, 4, 5, 6, 7, 8, 9)],
  ['[!p]*', ['lab-1', 'lab/2']],
  ['lab[!-]2', ['lab/2']],
  ['mac_{2..11}', prod(3, 4, 5, 6, 7, 8, 9, 10, 11, 12)],
  ['prod-{8..12}', prod(8, 9, 10, 11, 12)],
  ['prod-{1..12..5}', prod(1, 6, 11)],
  ['prod-{[1-3],1{2..3}}', prod(1, 2, 3, 12, 13)],
  ['!(prod-?|lab*)', prod(10, 11, 12, 13)],
])(
  '--machine %s sends to what a shell would expand it to, and to no other',
  async (glob, names) => {
    proves('UI-each-selector', 'UI-each-glob');
    const run = await sentBy('--machine', glob);
    expect([run.code, run.names]).toEqual([0, names]);
  },
);

test('a condition reads a glob in the same way', async () => {
  proves('UI-each-glob');
  const run = await sentBy('--machine', 'prod-?', '--where', 'name!=prod-[!1]');
  expect(run.names).toEqual(['prod-1']);
});

test('a negation beside another pattern is refused: together they name every machine', async () => {
  proves('UI-each-selector');
  const run = await sentBy('--machine', 'prod-?', '--machine', '!(prod-1)');
  expect([run.code, run.names]).toEqual([2, []]);
  expect(run.stderr).toContain('--where');
});

test.each([
  ['--machine', 'prod-{1..}'],
  ['--machine', 'prod-{a..12}'],
  ['--machine', 'prod-{1..10001}'],
  ['--where', 'name=prod-{1...3}'],
  ['--where', 'tag='],
  ['--where', 'tag!='],
])('%s %s is refused, and nothing is sent', async (flag, value) => {
  proves('UI-each-glob');
  const run = await sentBy(...(flag === '--where' ? ['--machine', '*'] : []), flag, value);
  expect([run.code, JSON.parse(run.stderr).error.code, run.names]).toEqual([2, 'usage', []]);
  expect(JSON.parse(run.stderr).error.detail).toContain('allowed are');
});
