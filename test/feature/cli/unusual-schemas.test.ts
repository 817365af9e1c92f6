import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { type ScriptedService, startScriptedService } from '../../support/scripted-service.ts';

const TEXT = { type: 'string', maxLength: 50 };
const PROPERTIES = {
  level: { type: 'integer', enum: [1, 20] },
  mixed: { enum: ['a', 2, true, null] },
  levels: { type: 'array', items: { enum: [1, 20] } },
  job: { type: 'array', items: TEXT },
  rows: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
};
const TOOLS = [
  { name: 'choose', class: 'read', input_schema: { type: 'object', properties: PROPERTIES } },
  {
    name: 'ask',
    class: 'read',
    input_schema: {
      type: 'object',
      properties: { machine: TEXT, skill: TEXT, payload: {} },
      required: ['machine', 'skill'],
    },
  },
  {
    name: 'attack',
    class: 'read',
    input_schema: {
      type: 'object',
      properties: {
        word: { type: 'string', minLength: 30, pattern: `^${'(|.|.)'.repeat(60)}!$` },
        map: { type: 'object', patternProperties: { [`^${'(|.|.)'.repeat(60)}!$`]: {} } },
      },
      required: ['word'],
    },
  },
  {
    name: 'pick',
    class: 'read',
    input_schema: { type: 'object', properties: { x: { enum: ['é'.repeat(100_000), 'b'] } } },
  },
  { name: 'anything', class: 'read', input_schema: true },
  { name: 'stretch', class: 'write', input_schema: ofJsonLength(262_144) },
  { name: 'burst', class: 'destructive', input_schema: ofJsonLength(262_145) },
  {
    name: 'gather',
    class: 'read',
    input_schema: { type: 'object', properties: PROPERTIES, required: ['job', 'rows'] },
  },
];

function ofJsonLength(chars: number) {
  const schema = { $comment: '', type: 'object', properties: { word: { maxLength: 3 } } };
  return { ...schema, $comment: 'x'.repeat(chars - JSON.stringify(schema).length) };
}

let service: ScriptedService;
beforeAll(async () => {
  service = await startScriptedService({ tools: TOOLS });
});
afterAll(() => service.stop());

const fleet = (...args: string[]) =>
  runFleet(args, { env: { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' } });
const sent = async (...args: string[]) => {
  const run = await fleet('cloud', ...args);
  expect(run).toMatchObject({ code: 0 });
  return JSON.parse(service.calls().at(-1)?.body ?? '');
};

test('an enum of numbers is offered in help, and an unknown value refused with the choices', async () => {
  proves('UI-flags-rule-3', 'UI-flags-rule-6');
  const help = (await fleet('cloud', 'choose', '--help')).stdout;
  expect(help).toContain('--level 1|20');
  expect(help).toContain('--mixed a|2|true');
  expect(help).toContain('--levels 1|20');
  expect(help).not.toContain('give it as JSON');
  expect(await sent('choose', '--level', '20', '--mixed', '2', '--levels', '1')).toEqual({
    level: 20,
    mixed: 2,
    levels: [1],
  });
  expect(await sent('choose', '--mixed', 'a')).toEqual({ mixed: 'a' });
  const wrong = await fleet('cloud', 'choose', '--level', 'two');
  expect(JSON.parse(wrong.stderr).error.detail).toBe('--level is "two"; allowed is one of 1, 20.');
  expect(wrong.code).toBe(2);
});

test('the example in help gives a list as it is typed', async () => {
  const help = (await fleet('cloud', 'gather', '--help')).stdout;
  const [, example = ''] = /Examples\n +fleet cloud (.*)/.exec(help) ?? [];
  expect(example).toBe(`gather --job job-1 --rows '{"id":1}'`);
  expect(await sent(...example.replaceAll("'", '').split(' '))).toEqual({
    job: ['job-1'],
    rows: [{ id: 1 }],
  });
});

test('what is missing says how else it is given, and what is no JSON how a file is named', async () => {
  proves('UI-output-errors', 'UI-flags-rule-4');
  const failure = async (...args: string[]) =>
    JSON.parse((await fleet('cloud', 'ask', ...args)).stderr).error;
  expect(await failure('m')).toMatchObject({
    title: '--skill is missing',
    advice: 'As arguments, in this order: MACHINE SKILL.',
  });
  expect((await failure('m', 's', '--arg', 'payload:=x')).advice).toContain(
    '--arg payload:=@file reads a file',
  );
  expect((await failure('m', 's', '--payload', 'x')).advice).toContain('--payload=@file');
});

test('a pattern of the service hangs neither help nor a call', async () => {
  proves('UI-flags-rule-5', 'UI-flags-rule-6');
  const within = (...args: string[]) =>
    runFleet(['cloud', 'attack', ...args], {
      env: { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' },
      timeoutMs: 10_000,
    });
  expect((await within('--help')).code).toBe(0);
  const refused = await within('--word', 'a'.repeat(30));
  expect(refused.code).toBe(2);
  expect(JSON.parse(refused.stderr).error.title).toBe('--word is not valid');
  const map = JSON.stringify({ [`${'a'.repeat(30)}`]: 1 });
  expect((await within('--word', `${'a'.repeat(30)}!`, '--map', map)).code).toBe(0);
});

test('an operation that takes anything exists', async () => {
  proves('UI-flags-rule-5');
  expect(await sent('anything', '--arg', 'x:=1')).toEqual({ x: 1 });
  expect((await fleet('cloud', 'anything', '--help')).code).toBe(0);
});

test('what a schema allows is told in a few lines, however long it is', async () => {
  proves('ATTACK-costly-text');
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-secret' };
  const run = await runFleet(['cloud', 'pick', '--x', 'none'], { env });
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('one of éé');
  expect(run.stderr.length).toBeLessThan(5_000);
});

test('of a schema of more than 256 KiB nothing is looked at: there are no flags, the service checks, and no input is shown', async () => {
  proves('ATTACK-costly-schema', 'UI-flags-rule-5');
  expect((await fleet('cloud', 'stretch', '--help')).stdout).toContain('--word');
  expect((await fleet('cloud', 'stretch', '--word', 'long', '--yes')).code).toBe(2);
  const help = (await fleet('cloud', 'burst', '--help')).stdout;
  expect(help).toContain('The schema of this input has more than 256 KiB');
  expect(help).toContain('fleet cloud burst --input=@input.json');
  expect(await sent('burst', '--input', '{"word":"long"}', '--yes')).toEqual({ word: 'long' });
  expect(await sent('burst', '--arg', 'word=long', '--yes')).toEqual({ word: 'long' });
  const asked = await fleet('cloud', 'burst', '--input', '{"word":"long"}');
  expect(asked).toMatchObject({ code: 2, stdout: '' });
  expect(asked.stderr).not.toContain('long');
  const schema = (await fleet('cloud', 'burst', '--schema')).stdout;
  expect(JSON.parse(schema).description).toContain('more than 256 KiB');
});
