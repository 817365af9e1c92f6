import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { type ScriptedService, startScriptedService } from '../../support/scripted-service.ts';
import { UNUSUAL_TOOLS } from '../../support/unusual-tools.ts';

let service: ScriptedService;
beforeAll(async () => {
  service = await startScriptedService({ tools: UNUSUAL_TOOLS });
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

test('every word keeps its place, also one that stands twice', async () => {
  expect(await sentFor('move-skill', '--note', 'build', 'deploy', 'build')).toEqual({
    skill: 'deploy',
    machine: 'build',
    note: 'build',
  });
});

test('a map takes its names one by one, also deep in an object', async () => {
  const words = ['--label.of.names', 'who=ada', '--label.of.names', 'when=now'];
  expect(await sentFor('move-skill', 'deploy', 'build', ...words)).toMatchObject({
    label: { of: { names: { who: 'ada', when: 'now' } } },
  });
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
    expect(JSON.parse(run.stderr).error.code).toBe('unknown_flag');
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
  const onEach = await fleet('each', '--machine', '*', '--', 'op:refresh', '--help');
  expect([onEach.code, onEach.stdout]).toEqual([0, expect.stringContaining('Not our refresh.')]);
  const flag = await fleet('each', '--machine', '*', '--', '--help');
  expect([flag.code, flag.stderr]).toEqual([2, expect.stringContaining('Which operation?')]);
  const ours = await fleet('cloud', 'refresh');
  expect(JSON.parse(ours.stdout)).toMatchObject({ operations: UNUSUAL_TOOLS.length });
});

test('a class nobody knows is asked about; an operation without a class is not', async () => {
  const before = service.calls().length;
  for (const operation of ['burn-it', 'burn-more']) {
    const burn = await fleet('cloud', operation);
    expect(burn.code).toBe(2);
    expect(burn.stderr).toContain('--yes');
  }
  expect(service.calls().length).toBe(before);
  expect(await sentFor('burn-it', '--yes')).toEqual({});
  expect(await sentFor('quiet-one')).toEqual({});
});

test('--verbose tells the request on stderr, without the key', async () => {
  proves('UI-keys-hidden', 'UI-output-stdout');
  const { stderr, stdout } = await fleet('cloud', 'quiet-one', '--verbose');
  expect(stderr).toMatch(/POST .*\/api\/v1\/tools\/quiet_one/);
  expect(stderr).not.toContain('key-secret');
  expect(stdout).toBe('{"done":true}\n');
});
