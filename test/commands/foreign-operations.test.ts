import { afterAll, beforeAll, expect, test } from 'vitest';
import { runFleet } from '../support/fleet.ts';
import {
  type ForeignService,
  type ForeignTool,
  startForeignService,
} from '../support/foreign-service.ts';
import { proves } from '../support/proves.ts';

const HOSTILE =
  '<%= 6 * 7 %> <% process.exit(99) %> \u001b[2J\u001b]0;owned\u0007 \u202egnp.exe\u0000';

/** Operations nobody has heard of, with all that a schema can do to a command line. */
const TOOLS: readonly ForeignTool[] = [
  {
    name: 'brew_tea',
    description: 'Brews tea. Takes a while.',
    scope: 'fleet:run',
    class: 'write',
    allowed: false,
    input_schema: {
      type: 'object',
      required: ['machine', 'leaves'],
      properties: {
        machine: { type: 'string', minLength: 1, maxLength: 200 },
        leaves: { type: 'string', enum: ['green', 'black'] },
        minutes: { type: 'integer', minimum: 1, maximum: 9, default: 4 },
        sugar: { type: 'boolean' },
        guests: { type: 'array', items: { type: 'string' } },
        args: { type: 'object' },
        note: { type: 'string', maxLength: 20_000 },
        json: { type: 'string' },
        env_file: { type: 'string' },
        constructor: { type: 'string' },
        'Odd-Name': { type: 'string' },
      },
    },
  },
  { name: 'hostile', description: HOSTILE, input_schema: hostileSchema() },
  { name: 'refresh', description: 'Not our refresh.', input_schema: { type: 'object' } },
  { name: 'anything', input_schema: { oneOf: [{ type: 'object' }, { $ref: '#/nowhere' }] } },
  { name: 'burn_it', class: 'incendiary', input_schema: { type: 'object' } },
  { name: 'quiet_one', input_schema: { type: 'object' } },
];

function hostileSchema() {
  return {
    type: 'object',
    properties: { flag: { type: 'string', description: HOSTILE, default: HOSTILE } },
  };
}

let service: ForeignService;
beforeAll(async () => {
  service = await startForeignService({ tools: TOOLS });
});
afterAll(() => service.stop());

const environment = () => ({ FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-secret' });
const fleet = (...args: string[]) => runFleet(args, { env: environment() });

/** The input that the service got for these words. */
async function sentFor(...args: string[]): Promise<unknown> {
  const before = service.calls().length;
  const run = await fleet('cloud', ...args);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const sent = service.calls().slice(before);
  expect(sent.length).toBe(1);
  return JSON.parse(sent[0]?.body ?? '');
}

test('flags of every kind become the input', async () => {
  proves('UI-flags-rule-1', 'UI-flags-rule-2', 'UI-flags-rule-3', 'UI-cloud-names');
  expect(
    await sentFor(
      ...['brew-tea', 'kettle', '--leaves', 'green', '--minutes', '3', '--no-sugar'],
      ...['--guests', 'a', '--guests', 'b', '--args.lines', '50', '--arg-Odd-Name', 'x'],
      ...['--arg', 'deep:={"n":[1]}', '--constructor', 'c'],
    ),
  ).toEqual({
    machine: 'kettle',
    leaves: 'green',
    minutes: 3,
    sugar: false,
    guests: ['a', 'b'],
    args: { lines: 50 },
    'Odd-Name': 'x',
    deep: { n: [1] },
    constructor: 'c',
  });
  expect(await sentFor('brew_tea', '--leaves=black', '--machine=k', '--sugar=true')).toEqual({
    machine: 'k',
    leaves: 'black',
    sugar: true,
  });
});

test('a value that looks like a flag is a value', async () => {
  proves('UI-flags-rule-3');
  const words = ['brew-tea', 'k', '--leaves', 'green'];
  expect(await sentFor(...words, '--note=--json')).toMatchObject({ note: '--json' });
  expect(await sentFor(...words, '--note', '-o is a flag')).toMatchObject({ note: '-o is a flag' });
  expect(await sentFor(...words, '--note=')).toMatchObject({ note: '' });
  expect(await sentFor(...words, '--note', '--unheard-of')).toMatchObject({ note: '--unheard-of' });
});

test('names of ours and of Node are reached as --arg-<name>', async () => {
  proves('UI-reserved-flags', 'UI-flags-node');
  const words = ['brew-tea', 'k', '--leaves', 'green'];
  expect(await sentFor(...words, '--arg-json', 'x')).toMatchObject({ json: 'x' });
  expect(await sentFor(...words, '--arg-env_file', '.env')).toMatchObject({ env_file: '.env' });
  const help = await fleet('cloud', 'brew-tea', '--help');
  expect(help.stdout).not.toMatch(/--(env-file|experimental)/);
});

test('names of Object.prototype are no flags', async () => {
  proves('UI-flags-no-prototype');
  const before = service.calls().length;
  for (const name of ['--to-string', '--valueOf', '--hasOwnProperty', '--__proto__']) {
    const run = await fleet('cloud', 'quiet-one', name, 'x');
    expect({ name, code: run.code }).toEqual({ name, code: 2 });
  }
  expect(service.calls().length).toBe(before);
});

test('a wrong value names flag, value and what is allowed; nothing is sent', async () => {
  proves('UI-flags-rule-6', 'UI-exit-2');
  const before = service.calls().length;
  const words = ['cloud', 'brew-tea', 'k', '--leaves'];
  const wrong = await fleet(...words, 'white', '--minutes', '12');
  expect(wrong.code).toBe(2);
  const { error } = JSON.parse(wrong.stderr);
  expect(error.detail).toContain('--leaves is "white"');
  expect(error.detail).toContain('green');
  expect(error.detail).toContain('--minutes is 12');
  expect((await fleet(...words, 'green', '--minutes', 'ten')).stderr).toContain('--minutes');
  expect((await fleet(...words, 'green', 'one', 'too-many')).code).toBe(2);
  expect((await fleet(...words, 'green', '--machine', 'other')).code).toBe(2);
  expect((await fleet('cloud', 'brew-tea')).stderr).toContain('--machine');
  expect(service.calls().length).toBe(before);
});

test('--no-validate leaves the check to the service', async () => {
  proves('UI-flags-rule-6');
  expect(await sentFor('brew-tea', 'k', '--leaves', 'white', '--no-validate')).toEqual({
    machine: 'k',
    leaves: 'white',
  });
});

test('a schema that flags cannot express still leaves --arg and --input', async () => {
  proves('UI-flags-rule-5');
  expect(await sentFor('anything', '--arg', 'a=1', '--arg', 'b:=1')).toEqual({ a: '1', b: 1 });
  expect(await sentFor('anything', '--input', '{"c":null}')).toEqual({ c: null });
  const help = await fleet('cloud', 'anything', '--help');
  expect(help.stdout).toContain('--arg');
  expect(help.stdout).toContain('oneOf');
});

test('a default is shown and not sent', async () => {
  proves('UI-flags-rule-5');
  expect(await sentFor('brew-tea', 'k', '--leaves', 'green')).not.toHaveProperty('minutes');
  const help = await fleet('cloud', 'brew-tea', '--help');
  expect(help.stdout).toMatch(/--minutes 1\.\.9 +.*Default: 4/s);
});

test('an operation named like one of our words is reached as op:<name>', async () => {
  proves('UI-op-prefix', 'UI-cloud-refresh');
  expect(await sentFor('op:refresh')).toEqual({});
  const ours = await fleet('cloud', 'refresh');
  expect(JSON.parse(ours.stdout)).toMatchObject({ operations: TOOLS.length });
});

test('a class nobody knows is asked about; an operation without a class is not', async () => {
  const before = service.calls().length;
  const burn = await fleet('cloud', 'burn-it');
  expect(burn.code).toBe(2);
  expect(burn.stderr).toContain('--yes');
  expect(service.calls().length).toBe(before);
  expect(await sentFor('burn-it', '--yes')).toEqual({});
  expect(await sentFor('quiet-one')).toEqual({});
});

test('text of the service is neither a template nor a terminal sequence in any help', async () => {
  proves('UI-output-sanitised');
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
  proves('UI-keys-hidden');
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
  expect(service.calls().length).toBe(before);
});

test('--schema and --example explain the input', async () => {
  const schema = await fleet('cloud', 'brew-tea', '--schema');
  expect(JSON.parse(schema.stdout)).toEqual(TOOLS[0]?.input_schema);
  const example = await fleet('cloud', 'brew-tea', '--example');
  expect(JSON.parse(example.stdout)).toMatchObject({ leaves: 'green' });
});

test('--verbose tells the request on stderr, without the key', async () => {
  proves('UI-keys-hidden', 'UI-output-stdout');
  const { stderr, stdout } = await fleet('cloud', 'quiet-one', '--verbose');
  expect(stderr).toMatch(/POST .*\/api\/v1\/tools\/quiet_one/);
  expect(stderr).not.toContain('key-secret');
  expect(stdout).toBe('{"done":true}');
});
