import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { checkedCall } from '../../src/commands/operation/checked-call.ts';
import { type FoundOperation, operationIn } from '../../src/commands/operation/find-operation.ts';
import { readCall } from '../../src/commands/operation/read-call.ts';
import { systemRuntime } from '../../src/commands/runtime.ts';
import { withoutSecrets } from '../../src/contract/without-secrets.ts';
import { tangledDefinitions } from '../support/operations/tangled-schema.ts';
import { proves } from '../support/proves.ts';
import { type FleetRun, runFleet, startFleet } from '../support/run-fleet.ts';
import { startScriptedService } from '../support/scripted-service.ts';

const COUNT = 7000;
const words = Array.from({ length: COUNT }, (_, at) => `value_${1_000_000 + at}`);
const members = (of: unknown) => Object.fromEntries(words.map((word) => [word, of]));
const listOf = (items: object, item: unknown) => ({
  type: 'array',
  items,
  examples: [words.map(() => item)],
});
const ofChoices = { type: 'string', enum: words };
const SIGINT_BIT = 0b10n;

async function serviceWith(properties: object, more: object = {}) {
  const input_schema = { type: 'object', properties, ...more };
  // A larger one is not looked at.
  expect(JSON.stringify(input_schema).length).toBeLessThan(256 * 1024);
  const tools = [{ name: 'do_thing', class: 'read', input_schema }];
  const service = await startScriptedService({ tools });
  onTestFinished(() => service.stop());
  return { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
}

/** Without bounds these take minutes or all memory: then the test's own limit ends it. */
async function run(env: Record<string, string>, ...args: readonly string[]): Promise<FleetRun> {
  return runFleet([...args], { env });
}

test('references in a row, each to more keywords, are not copied for minutes', async () => {
  proves('ATTACK-costly-text', 'ATTACK-costly-schema');
  const $defs = tangledDefinitions(19, 990, 20);
  const names = Array.from({ length: 1000 }, (_, at) => `p${at}`);
  const env = await serviceWith(
    Object.fromEntries(names.map((name) => [name, { $ref: '#/$defs/d0' }])),
    { $defs },
  );
  expect((await run(env, 'cloud', 'do-thing', '--p7', '{}')).code).toBe(0);
  const help = await run(env, 'cloud', 'do-thing', '--help');
  expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('--p999')]);
}, 120_000);

/** A step that takes long to decode, as its last % is a stray one. */
const SLOW_STEP = `${'%41'.repeat(6)}%4`;
const STEPS = 45;
const slowReference = `#${`/${SLOW_STEP}`.repeat(STEPS)}`;
/** What it leads to refers to itself: each time it is followed until that is given up. */
const inCircles = Array.from({ length: STEPS }).reduce<object>(
  (inner) => ({ [SLOW_STEP]: inner }),
  { $ref: slowReference },
);

test('a slow reference that many properties and values lead to is followed once', async () => {
  proves('ATTACK-costly-text', 'ATTACK-costly-schema');
  const names = Array.from({ length: 7000 }, (_, at) => `p${at}`);
  const more = { ...inCircles, $defs: { a: { $ref: slowReference } } };
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: '#/$defs/a' }]));
  const env = await serviceWith(properties, more);
  expect((await run(env, 'cloud', 'do-thing', '--arg', 'p7:=1')).code).toBe(0);
  const list = Array.from({ length: 100 }, () => names.slice(0, 200));
  const items = { items: { items: { $ref: '#/$defs/a' } } };
  expect(withoutSecrets({ list }, { ...more, properties: { list: items } })).toEqual({ list });
}, 60_000);

const MANY_HASHES = `${'#'.repeat(100_000)}x`;
const part = { $id: 'x/y', minLength: 1 };

test.each([
  ['a name', { [MANY_HASHES]: part }, { $id: 'http://a.b/c' }],
  ['an id within', { p0: { ...part, $id: MANY_HASHES } }, { $id: 'http://a.b/c' }],
  ['a dynamic reference', { p0: { $dynamicRef: MANY_HASHES } }, { $id: 'http://a.b/c' }],
  [
    'an id that many are within',
    Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`p${at}`, part])),
    { $id: `http://a.b/${'./'.repeat(50_000)}` },
  ],
])(
  'what the library makes a URI of is not long: %s',
  async (_name, properties, more) => {
    proves('ATTACK-costly-text', 'ATTACK-costly-schema');
    const env = await serviceWith({ ...properties, p7: { type: 'string', minLength: 2 } }, more);
    // Undecided, it is left to the service.
    expect((await run(env, 'cloud', 'do-thing', '--p7', 'a')).code).toBe(0);
  },
  60_000,
);

const LONG = 180_000;
const ofMany = (word: string) => Array.from({ length: 14_000 }, (_, at) => `${word}${at}`);
const keywords = () => Object.fromEntries(ofMany('k').map((word) => [word, 1]));

test.each([
  ['a long reference', { $ref: `#/${'a/'.repeat(LONG / 2)}` }],
  ['many types', { type: [...ofMany('t'), 'null'] }],
  ['many required names', { type: 'object', properties: { m: {} }, required: ofMany('r') }],
  ['a long description', { type: 'string', description: 'x '.repeat(LONG / 2) }],
  ['a long pattern', { type: 'string', pattern: 'x'.repeat(LONG) }],
  ['long choices', { enum: ['x'.repeat(LONG / 2), 'y'.repeat(LONG / 2)] }],
  ['a long value', { const: 'x'.repeat(LONG) }],
  ['a long example', { examples: ['x'.repeat(LONG)] }],
  ['many members', { type: 'object', properties: keywords() }],
  ['a long name of a member', { type: 'object', properties: { ['x'.repeat(LONG)]: {} } }],
  ['items of many keywords', { type: 'array', items: { $ref: '#/$defs/b', ...keywords() } }],
  ['many keywords or null', { anyOf: [keywords(), { type: 'null' }] }],
])(
  'what thousands of properties refer to is not looked at each time: %s',
  async (_name, one) => {
    proves('ATTACK-costly-text', 'ATTACK-costly-schema');
    const names = Array.from({ length: 1500 }, (_, at) => `p${at}`);
    const env = await serviceWith(
      Object.fromEntries(names.map((name) => [name, { $ref: '#/$defs/a' }])),
      { $defs: { a: one } },
    );
    const call = await run(env, 'cloud', 'do-thing', '--arg', 'p7:=null');
    // A value that does not fit is refused.
    expect([0, 2]).toContain(call.code);
    const help = await run(env, 'cloud', 'do-thing', '--help');
    expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('--p1499')]);
  },
  60_000,
);

test.each([
  ['a choice that stands last', listOf(ofChoices, words.at(-1))],
  ['no choice', listOf(ofChoices, 'none')],
  ['objects of which many names are known', listOf({ properties: members({}) }, {})],
  [
    'many unknown names',
    {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(words.slice(0, 6000).map((word) => [word, {}])),
      examples: [Object.fromEntries(words.slice(0, 6000).map((word) => [`x${word}`, 1]))],
    },
  ],
])('an example that a schema gives is not looked at for minutes: %s', async (_name, schema) => {
  proves('ATTACK-costly-text', 'ATTACK-costly-schema');
  const env = await serviceWith({ y: { examples: ['short'] }, x: schema }, { required: ['x'] });
  const help = await run(env, 'cloud', 'do-thing', '--help');
  expect([help.code, help.stderr]).toEqual([0, '']);
  expect(help.stdout).toContain('Examples');
  const example = await run(env, 'cloud', 'do-thing', '--example');
  expect(example.code).toBe(0);
  expect(Object.keys(JSON.parse(example.stdout))).toEqual(['y', 'x']);
  expect(JSON.parse(example.stdout).y).toBe('short');
});

test.each([
  ['required names', { type: 'object', required: words }, '{"zz":1}'],
  ['choices', { enum: words }, '"zz"'],
  ['names', { additionalProperties: false, properties: members({}) }, '{"zz":1}'],
])('a small value is not checked for minutes by many branches: %s', async (_name, big, value) => {
  proves('ATTACK-costly-text');
  const anyOf = Array.from({ length: 2000 }, () => ({ $ref: '#/$defs/big' }));
  const env = await serviceWith({ x: { anyOf } }, { $defs: { big } });
  const { code } = await run(env, 'cloud', 'do-thing', '--arg', `x:=${value}`);
  // Undecided, it is left to the service.
  expect([0, 2]).toContain(code);
});

test('what is allowed is told with 20 names and choices, and how many more', async () => {
  proves('UI-flags-rule-6', 'ATTACK-costly-schema');
  const few = words.slice(0, 30);
  const env = await serviceWith({
    closed: {
      additionalProperties: false,
      properties: Object.fromEntries(few.map((w) => [w, {}])),
    },
    whole: { anyOf: [{ type: 'object', required: few }, { type: 'null' }] },
    branches: { anyOf: few.map((word) => ({ const: word })) },
  });
  const args = ['closed:={"value_100002":1}', 'whole:=5', 'branches:=5'].flatMap((arg) => [
    '--arg',
    arg,
  ]);
  const { code, stderr } = await run(env, 'cloud', 'do-thing', '-o', 'json', ...args);
  expect(code).toBe(2);
  const { problems, detail } = JSON.parse(stderr).error;
  const shown = few.slice(0, 20);
  expect(problems.map(({ allowed }: { allowed: string }) => allowed)).toEqual([
    `only ${shown.join(', ')} and 10 more`,
    `an object with ${shown.join(', ')} and 10 more, or null`,
    `${shown.map((word) => `"${word}"`).join(', or ')} and 10 more`,
  ]);
  expect(detail).toContain('Did you mean value_1000002?');
});

test('Ctrl-C ends the help of an operation at once, also while it is written', async () => {
  proves('UI-interrupt');
  const env = await serviceWith(members({}));
  const child = startFleet(['cloud', 'do-thing', '--help'], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout.setEncoding('utf8'), 'data');
  child.stdout.pause();
  // What listens gets no turn while an example is made; the system needs none.
  if (process.platform === 'linux') expect(caughtBy(child.pid) & SIGINT_BIT).toBe(0n);
  child.kill('SIGINT');
  child.stdout.resume();
  expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
});

test('Ctrl-C ends the reading of a schema, and the local check of a call, of ours and of what was typed', async () => {
  proves('UI-interrupt');
  const listener = (): void => {};
  process.on('SIGINT', listener);
  onTestFinished(() => void process.off('SIGINT', listener));
  const heard = new Set<number>();
  const input_schema = {
    get type() {
      heard.add(process.listenerCount('SIGINT'));
      return 'object';
    },
  };
  const operation = {
    tool: { name: 'do_thing', description: '', input_schema },
    fields: { fields: [], unsupported: [], positionals: [] },
    inUse: { checksLocally: true },
  } as unknown as FoundOperation;
  const { tool, inUse } = operation;
  const operations = { find: () => tool };
  const reach = {} as Parameters<typeof operationIn>[2];
  await operationIn({ name: 'do_thing', argv: [] }, { ...inUse, operations } as never, reach);
  expect([...heard]).toEqual([0]);
  heard.clear();
  await checkedCall(operation, {}, {});
  expect([...heard]).toEqual([0]);
  heard.clear();
  await readCall(operation, [], systemRuntime());
  expect([...heard]).toEqual([0]);
});

/** The signals that a process listens for, a bit each (proc(5), SigCgt). */
function caughtBy(pid: number | undefined): bigint {
  const [, mask] = /^SigCgt:\s*(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return BigInt(`0x${mask}`);
}
