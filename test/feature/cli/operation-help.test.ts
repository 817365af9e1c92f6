import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { type ScriptedService, startScriptedService } from '../../support/scripted-service.ts';
import { UNUSUAL_TOOLS } from '../../support/unusual-tools.ts';

let service: ScriptedService;
beforeAll(async () => {
  service = await startScriptedService({ tools: UNUSUAL_TOOLS });
  await fleet('cloud', 'refresh');
});
afterAll(() => service.stop());

const environment = () => ({ FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-secret' });
const fleet = (...args: string[]) => runFleet(args, { env: environment() });

test('text of the service is neither a template nor a terminal sequence in any help', async () => {
  proves('UI-output-sanitised', 'PROJECT-hostile-text');
  const runs = await Promise.all([
    fleet('cloud', 'hostile', '--help'),
    fleet('cloud', '--help'),
    fleet('cloud', '-o', 'table'),
    fleet('__complete', 'cloud', 'hostile', '--fl'),
    fleet('__complete', 'cloud', 'hos'),
  ]);
  for (const { code, stdout } of runs) {
    expect(code).toBe(0);
    expect(stdout).not.toContain('42');
    expect(stdout).not.toMatch(/[\u0000\u0007\u001b\u202e]/);
  }
  expect(runs[0]?.stdout).toContain('<%= 6 * 7 %>');
  expect(runs[1]?.stdout).toContain('<%= 6 * 7 %>');
});

test('help tells class, scope, whether this key has it, arguments, flags and examples', async () => {
  const { stdout } = await fleet('cloud', 'brew-tea', '--help');
  expect(stdout).toContain('write · needs fleet:run, your key: no · brew_tea');
  expect(stdout).toContain('fleet cloud brew-tea MACHINE [flags]');
  expect(stdout).toContain('Required flags');
  expect(stdout).toContain('--leaves green|black');
  expect(stdout).toContain('1 to 200 characters.');
  expect(stdout).toMatch(/Examples\n {2}fleet cloud brew-tea \S+ --leaves green/);
});

test('help fits its lines, says how a list is given, and has examples that can be pasted', async () => {
  const help = (name: string) => runFleet(['cloud', name, '--help'], { env: {} });
  const run = await help('get-machine');
  const longest = Math.max(...run.stdout.split('\n').map((line) => line.length));
  expect(longest).toBeLessThanOrEqual(80);
  expect(run.stdout).toContain('  fleet cloud get-machine build-01\n');
  expect((await help('save-skill')).stdout).toMatch(/save-skill build-01 \S+ --content=@file\n/);
  expect((await help('send-command')).stdout).toContain('send-command build-01 --type ping\n');
  expect((await help('answer-job')).stdout).toMatch(/--options TEXT .*again for\s+each further/s);
  expect((await help('list-machines')).stdout).not.toContain('--input=@input.json');
});

test('fleet cloud lists the operations with class, scope and whether this key has them', async () => {
  proves('UI-cloud-list');
  const { stdout } = await fleet('cloud', '--json');
  expect(JSON.parse(stdout).operations[0]).toEqual({
    name: 'brew_tea',
    class: 'write',
    scope: 'fleet:run',
    allowed: false,
    description: 'Brews tea. Takes a while.',
  });
  const table = await fleet('cloud', '-o', 'table');
  expect(table.stdout).toMatch(/brew_tea +write +fleet:run +false/);
});

test('a dry run prints the exact request, without the key and without sending', async () => {
  proves('UI-keys-hidden', 'UI-dry-run');
  const before = service.calls().length;
  const words = ['cloud', 'brew-tea', 'k', '--leaves', 'green', '--dry-run'];
  const run = await fleet(...words);
  expect(JSON.parse(run.stdout)).toEqual({
    method: 'POST',
    url: `${service.baseUrl}/api/v1/tools/brew_tea`,
    headers: { authorization: 'Bearer [redacted]', 'content-type': 'application/json' },
    body: { machine: 'k', leaves: 'green' },
  });
  const text = await fleet(...words, '-o', 'table');
  expect(text.stdout).toContain(`POST ${service.baseUrl}/api/v1/tools/brew_tea\n`);
  expect(run.stdout + text.stdout).not.toContain('key-secret');
  const withoutKey = await runFleet(['cloud', 'run-skill', 'm', 's', '--dry-run'], {
    env: { FLEET_BASE_URL: service.baseUrl },
  });
  expect(withoutKey.code).toBe(0);
  expect(JSON.parse(withoutKey.stdout).body).toEqual({ machine: 'm', skill: 's' });
  expect(withoutKey.stderr).toContain('without local checks');
  expect(service.calls().length).toBe(before);
});

test('a dry run checks as a run would, also before any catalogue is cached', async () => {
  proves('UI-dry-run');
  const job = { type: 'string', enum: ['job_1'] };
  const input_schema = { type: 'object', properties: { job }, required: ['job'] };
  service.offer([...UNUSUAL_TOOLS, { name: 'get_job', class: 'read', input_schema }]);
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-without-cache' };
  const { code, stderr } = await runFleet(['cloud', 'get-job', 'job_2', '--dry-run'], { env });
  service.offer(UNUSUAL_TOOLS);
  expect([code, stderr]).toEqual([2, expect.stringContaining('job_1')]);
});

test('--schema and --example explain the input', async () => {
  const schema = await fleet('cloud', 'brew-tea', '--schema');
  expect(JSON.parse(schema.stdout)).toEqual(UNUSUAL_TOOLS[0]?.input_schema);
  const example = await fleet('cloud', 'brew-tea', '--example');
  expect(JSON.parse(example.stdout)).toMatchObject({ leaves: 'green' });
  // Its one list, `required`, makes no rows of it.
  const row = await fleet('cloud', 'brew-tea', '--schema', '-o', 'jsonl');
  expect(JSON.parse(row.stdout)).toEqual(UNUSUAL_TOOLS[0]?.input_schema);
});
