import { mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import {
  problemResponse,
  type ScriptedResponse,
  type ScriptedService,
  type ScriptedTool,
  startScriptedService,
} from '../../support/scripted-service.ts';

const LIMIT_5: ScriptedTool = {
  name: 'list_pots',
  class: 'read',
  input_schema: { type: 'object', properties: { limit: { type: 'integer', maximum: 5 } } },
};
const LIMIT_9: ScriptedTool = {
  name: 'list_pots',
  class: 'read',
  input_schema: {
    type: 'object',
    properties: { limit: { type: 'integer', maximum: 9 }, lid: { type: 'string' } },
  },
};

let service: ScriptedService;
afterEach(() => service.stop());

/** A service with these operations, and `fleet` with a cache folder of its own. */
async function kitchen(tools: readonly ScriptedTool[], answer?: () => ScriptedResponse) {
  service = await startScriptedService({ tools, ...(answer === undefined ? {} : { answer }) });
  const cache = mkdtempSync(join(tmpdir(), 'fleet-cache-'));
  const env = {
    FLEET_BASE_URL: service.baseUrl,
    FLEET_API_KEY: 'key-secret',
    FLEET_CACHE_DIR: cache,
  };
  const files = () =>
    readdirSync(cache, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.catalogue'))
      .map((entry) => join(entry.parentPath, entry.name));
  return { files, fleet: (...args: string[]) => runFleet(args, { env }), env };
}

test('a run without a cache fetches first, the next ones do not', async () => {
  proves('UI-flags-rule-7', 'UI-cache-key');
  const { files, fleet } = await kitchen([LIMIT_5]);
  expect((await fleet('cloud', 'list-pots')).code).toBe(0);
  expect((await fleet('cloud', 'list-pots')).code).toBe(0);
  expect(service.catalogueFetches()).toBe(1);
  expect(
    files()
      .map((file) => readFileSync(file, 'utf8'))
      .join(),
  ).not.toContain('key-secret');
  expect(files().join()).not.toContain('key-secret');
});

test('an operation, a flag and a value that the cache does not know are looked up once more', async () => {
  proves('UI-flags-rule-7', 'VER-authoritative');
  const { fleet } = await kitchen([]);
  await fleet('cloud', 'refresh');
  service.offer([LIMIT_5]);
  expect((await fleet('cloud', 'list-pots', '--limit', '5')).code).toBe(0);
  service.offer([LIMIT_9]);
  expect((await fleet('cloud', 'list-pots', '--limit', '9')).code).toBe(0);
  service.offer([LIMIT_5]);
  await fleet('cloud', 'refresh');
  service.offer([LIMIT_9]);
  expect((await fleet('cloud', 'list-pots', '--lid', 'on')).code).toBe(0);
  expect(service.catalogueFetches()).toBe(5);
  expect(service.calls().map(({ body }) => body)).toEqual([
    '{"limit":5}',
    '{"limit":9}',
    '{"lid":"on"}',
  ]);
});

test('what is unknown after that is refused with a suggestion', async () => {
  proves('UI-flags-rule-7', 'UI-exit-2');
  const { fleet } = await kitchen([LIMIT_5]);
  const operation = await fleet('cloud', 'list-post', '-o', 'table');
  expect(operation.code).toBe(2);
  expect(operation.stderr).toContain('Did you mean list-pots?');
  const flag = await fleet('cloud', 'list-pots', '--limmit', '3', '-o', 'table');
  expect(flag.code).toBe(2);
  expect(flag.stderr).toContain('Did you mean --limit?');
  const command = await fleet('clowd', '-o', 'table');
  expect(command.code).toBe(2);
  expect(command.stderr).toContain('Did you mean fleet cloud?');
  expect(service.calls()).toEqual([]);
});

test('a corrupt cache is a miss', async () => {
  const { files, fleet } = await kitchen([LIMIT_5]);
  await fleet('cloud', 'refresh');
  for (const file of files()) writeFileSync(file, '{"catalogue": [');
  expect((await fleet('cloud', 'list-pots')).code).toBe(0);
  expect(service.catalogueFetches()).toBe(2);
});

test('a cache folder that cannot be one is no reason to fail', async () => {
  const { env } = await kitchen([LIMIT_5]);
  const file = join(mkdtempSync(join(tmpdir(), 'fleet-cache-')), 'file');
  writeFileSync(file, '');
  const run = await runFleet(['cloud', 'list-pots'], { env: { ...env, FLEET_CACHE_DIR: file } });
  expect(run).toMatchObject({ code: 0, stderr: '' });
});

test('without a catalogue the snapshot serves, without local checks, and says so', async () => {
  proves('UI-flags-rule-7');
  const { fleet } = await kitchen([], () => ({ body: { job: { id: 'job_1', state: 'done' } } }));
  service.failCatalogue(500);
  const run = await fleet('cloud', 'run-skill', 'm', 's', '--wait-seconds', '9999');
  expect(run.code).toBe(0);
  expect(run.stderr).toContain('built-in');
  expect(service.calls().map(({ body }) => JSON.parse(body))).toEqual([
    { machine: 'm', skill: 's', wait_seconds: 9999 },
  ]);
});

test('an operation that only the service may know is told as unreachable with it, after one try', async () => {
  proves('UI-flags-rule-7', 'UI-exit-7');
  const { env } = await kitchen([LIMIT_5]);
  await service.stop();
  const { code, stderr } = await runFleet(['cloud', 'list-pots', '--verbose'], { env });
  expect(code).toBe(7);
  expect(stderr).toContain('No operation \\"list-pots\\" at hand');
  expect(stderr).toContain('The service cannot be reached');
  expect(stderr.match(/GET .* → not_connected/g)).toHaveLength(1);
});

test('a catalogue of two hours serves, and is renewed beside the request for the next run', async () => {
  proves('PROJECT-cache');
  const { files, fleet } = await kitchen([LIMIT_5]);
  await fleet('cloud', 'refresh');
  const twoHoursAgo = Date.now() / 1000 - 7200;
  for (const file of files()) utimesSync(file, twoHoursAgo, twoHoursAgo);
  service.offer([LIMIT_5, { ...LIMIT_9, name: 'list_pans' }]);
  const run = await fleet('cloud', 'list-pots', '--limit', '5', '--verbose');
  expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining('POST') });
  expect(run.stderr).not.toContain('GET');
  expect(service.catalogueFetches()).toBe(2);
  expect((await fleet('cloud', 'list-pans', '--limit', '9')).code).toBe(0);
  expect(service.catalogueFetches()).toBe(2);
});

test('a catalogue of two days is fetched first', async () => {
  proves('PROJECT-cache');
  const { files, fleet } = await kitchen([LIMIT_5]);
  await fleet('cloud', 'refresh');
  const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
  for (const file of files()) utimesSync(file, twoDaysAgo, twoDaysAgo);
  service.offer([{ ...LIMIT_5, input_schema: { type: 'object', required: ['lid'] } }]);
  expect((await fleet('cloud', 'list-pots')).code).toBe(2);
  expect([service.catalogueFetches(), service.calls().length]).toEqual([2, 0]);
});

test('invalid_request marks the cache stale', async () => {
  proves('UI-cache-stale');
  const { fleet } = await kitchen([LIMIT_5], () => problemResponse(400, 'invalid_request'));
  expect((await fleet('cloud', 'list-pots')).code).toBe(2);
  expect((await fleet('cloud', 'list-pots')).code).toBe(2);
  expect(service.catalogueFetches()).toBe(2);
});

test('help and completion need neither network nor key', async () => {
  const { env, fleet } = await kitchen([LIMIT_5]);
  const offline = { FLEET_CACHE_DIR: env.FLEET_CACHE_DIR };
  const help = await runFleet(['cloud', 'list-machines', '--help'], { env: offline });
  expect(help.code).toBe(0);
  expect(help.stdout).toContain('built-in snapshot');
  await fleet('cloud', 'refresh');
  const cached = await fleet('cloud', 'list-pots', '--help');
  expect(cached.stdout).not.toContain('built-in snapshot');
  const names = await fleet('__complete', 'cloud', 'list-');
  expect(names.stdout).toBe('list-pots\t\n');
  expect(service.catalogueFetches()).toBe(1);
  expect(service.calls()).toEqual([]);
});
