import { expect, test } from 'vitest';
import { Failure } from '../../src/contract/failure.ts';
import { fieldsOf } from '../../src/flags/fields.ts';
import type { RawValue } from '../../src/flags/set-flag.ts';
import { toInput } from '../../src/flags/to-input.ts';
import { literalReaders } from '../support/literal-readers.ts';
import { proves } from '../support/proves.ts';

const FIELDS = fieldsOf({
  type: 'object',
  properties: {
    machine: { type: 'string', maxLength: 200 },
    skill: { type: 'string' },
    issue: { type: ['string', 'integer'] },
    content: { type: 'string', maxLength: 524288 },
    name: { type: 'string', maxLength: 100 },
    limit: { type: 'integer', default: 20 },
    ratio: { type: 'number' },
    deep: { type: 'boolean' },
    options: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'integer' } },
    args: {
      type: 'object',
      properties: { lines: { type: 'integer' }, max_age: { type: 'string' }, any: {} },
    },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    payload: {},
    either: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    'odd=name': { type: 'string' },
    json: { type: 'boolean' },
  },
  required: ['machine', 'skill', 'issue'],
});

interface Typed {
  readonly flags?: Readonly<Record<string, RawValue>>;
  readonly args?: readonly string[];
  readonly positionals?: readonly string[];
  readonly input?: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

function run(typed: Typed) {
  const { readers, opened } = literalReaders(typed.files);
  const input = toInput(
    FIELDS,
    {
      flags: new Map(Object.entries(typed.flags ?? {})),
      args: typed.args ?? [],
      positionals: typed.positionals ?? [],
      ...(typed.input === undefined ? {} : { input: typed.input }),
    },
    readers,
  );
  return { input, opened };
}

async function jsonOf(typed: Typed): Promise<string> {
  return JSON.stringify(await run(typed).input);
}

async function refusal(typed: Typed): Promise<string> {
  const error = await run(typed).input.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Failure)) throw new Error(`no failure but ${String(error)}`);
  expect(error.kind).toBe('usage');
  return [error.facts.title, error.facts.detail, error.facts.advice].join(' | ');
}

test('flags become JSON of the type that the schema gives', async () => {
  proves('UI-flags-rule-3');
  expect(await jsonOf({ flags: { name: '12', limit: '5', ratio: '-1.5e3', deep: false } })).toBe(
    '{"name":"12","limit":5,"ratio":-1500,"deep":false}',
  );
  expect(await jsonOf({ flags: { options: ['a,b', '[1]'], sizes: ['1', '2'] } })).toBe(
    '{"options":["a,b","[1]"],"sizes":[1,2]}',
  );
  expect(await jsonOf({ flags: { headers: ['X-A=1', 'X-B=a=b'] } })).toBe(
    '{"headers":{"X-A":"1","X-B":"a=b"}}',
  );
  expect(await jsonOf({ flags: { payload: '{"a":[1,null]}', either: '12' } })).toBe(
    '{"payload":{"a":[1,null]},"either":12}',
  );
  expect(await jsonOf({ flags: { either: 'abc' } })).toBe('{"either":"abc"}');
  expect(await jsonOf({ flags: { either: 'true' } })).toBe('{"either":"true"}');
});

test('integers beyond 2^53 keep every digit', async () => {
  proves('UI-output-numbers');
  expect(await jsonOf({ flags: { limit: '9007199254740993' } })).toBe('{"limit":9007199254740993}');
  expect(await jsonOf({ input: '{"payload":{"n":12345678901234567890.5}}' })).toBe(
    '{"payload":{"n":12345678901234567890.5}}',
  );
});

test('numbers are strict', async () => {
  proves('UI-flags-rule-3');
  for (const text of ['', ' 5', '5 ', '1.5', '1e3', '0x10', '05', '+5', '5n', '٥', 'NaN']) {
    expect(await refusal({ flags: { limit: text } })).toContain('--limit is not a whole number');
  }
  for (const text of ['', '.5', '5.', '1e', 'Infinity', '1_000']) {
    expect(await refusal({ flags: { ratio: text } })).toContain('--ratio is not a number');
  }
});

test('an object is given whole or member by member, with the types of the schema', async () => {
  proves('UI-flags-rule-3');
  expect(await jsonOf({ flags: { 'args.lines': '50', 'args.max-age': '7' } })).toBe(
    '{"args":{"lines":50,"max_age":"7"}}',
  );
  expect(
    await jsonOf({
      flags: { 'args.a': '1', 'args.b': 'true', 'args.c': 'null', 'args.d': '01', 'args.e.f': 'x' },
    }),
  ).toBe('{"args":{"a":1,"b":true,"c":null,"d":"01","e":{"f":"x"}}}');
  expect(await jsonOf({ flags: { 'args.lines': '2', args: '{"lines":1,"x":3}' } })).toBe(
    '{"args":{"lines":2,"x":3}}',
  );
  expect(await refusal({ flags: { 'args.lines': 'many' } })).toContain('--args.lines');
  expect(await refusal({ flags: { 'args.x': '1', args: '5' } })).toContain('args is not an object');
});

test('--arg reaches every property, typed or not', async () => {
  proves('UI-flags-rule-1');
  expect(
    await jsonOf({
      args: ['json:=true', 'odd=name=x', 'new=a=b', 'n:=null', 'url=http://x', 'e='],
    }),
  ).toBe('{"json":true,"odd=name":"x","new":"a=b","n":null,"url":"http://x","e":""}');
  expect(await refusal({ args: ['nothing'] })).toContain('--arg has no name');
  expect(await refusal({ args: ['=x'] })).toContain('--arg has no name');
  expect(await refusal({ args: ['a=1', 'a=2'] })).toContain('a is given twice');
  expect(await refusal({ args: ['n:={x'] })).toContain('--arg n is not JSON');
  expect(await refusal({ args: ['n:=folder=/etc'] })).toContain(`as '{"folder": …}'`);
});

test('a target is positional or a flag, not both', async () => {
  proves('UI-flags-rule-2');
  expect(await jsonOf({ positionals: ['web-1', '@deploy', '12'] })).toBe(
    '{"machine":"web-1","skill":"@deploy","issue":12}',
  );
  expect(await jsonOf({ positionals: ['1', '2', 'iss_1'] })).toBe(
    '{"machine":"1","skill":"2","issue":"iss_1"}',
  );
  expect(await refusal({ positionals: ['web-1'], flags: { machine: 'web-1' } })).toContain(
    'machine is given twice',
  );
  expect(await refusal({ positionals: ['a', 'b', '1', 'c'] })).toContain('Too many arguments');
});

test('--input is the base and flags go over it', async () => {
  proves('UI-flags-rule-4');
  expect(
    await jsonOf({
      input: '{"machine":"a","limit":1,"args":{"x":1},"headers":{"A":"1"},"options":["o"]}',
      positionals: ['b'],
      flags: { limit: '2', 'args.y': '2', headers: ['B=2'], options: ['p'] },
    }),
  ).toBe(
    '{"machine":"b","limit":2,"args":{"x":1,"y":2},"headers":{"A":"1","B":"2"},"options":["p"]}',
  );
  for (const text of ['[]', '5', 'null', '"x"']) {
    expect(await refusal({ input: text })).toContain('--input is not a JSON object');
  }
});

test('@file, @- and @@ are read where JSON or long text is taken, and nowhere else', async () => {
  proves('UI-flags-rule-4');
  const files = { 'a.md': '\uFEFF# Title\n', 'p.json': '{"a":1}', stdin: 'from stdin\n' };
  expect(await jsonOf({ files, flags: { content: '@a.md', payload: '@p.json' } })).toBe(
    '{"content":"# Title\\n","payload":{"a":1}}',
  );
  expect(await jsonOf({ files, flags: { content: '@-' } })).toBe('{"content":"from stdin\\n"}');
  expect(await jsonOf({ flags: { content: '@@alice', name: '@alice', options: ['@a'] } })).toBe(
    '{"content":"@alice","name":"@alice","options":["@a"]}',
  );
  expect(await jsonOf({ files, input: '@p.json' })).toBe('{"a":1}');
  expect(await jsonOf({ files, args: ['payload:=@p.json', 'content=@a.md', 'name=@a.md'] })).toBe(
    '{"payload":{"a":1},"content":"# Title\\n","name":"@a.md"}',
  );
});

test('stdin feeds one flag and is opened only where @- is written', async () => {
  proves('UI-flags-rule-4', 'UI-flags-stdin-untouched');
  const quiet = run({ positionals: ['m', 's', '-'], flags: { name: '-', content: 'x' } });
  await quiet.input;
  expect(quiet.opened).toEqual([]);
  expect(
    await refusal({ files: { stdin: '{}' }, input: '@-', flags: { content: '@-' } }),
  ).toContain('--input reads it already, so --content cannot.');
});

test('what cannot be read is a usage failure that names the flag and the file', async () => {
  proves('UI-flags-rule-4');
  expect(await refusal({ flags: { content: '@gone.md' } })).toBe(
    '--content cannot read gone.md | ENOENT: gone.md | For a value that begins with @, write @@.',
  );
  expect(await refusal({ flags: { content: '@' } })).toContain('--content names no file');
  expect(
    await refusal({ files: { 'x.bin': new Uint8Array([255, 254]) }, flags: { content: '@x.bin' } }),
  ).toContain('x.bin is not UTF-8 text');
  expect(
    await refusal({
      files: { 'big.txt': new Uint8Array(786433) },
      flags: { content: '@big.txt' },
    }),
  ).toBe('big.txt is too large for --content | A request takes at most 768 KiB. | ');
});

test('JSON without its quotes is told how to keep them, in every shell, and never repaired', async () => {
  proves('UI-flags-rule-4');
  expect(await refusal({ flags: { payload: '{ref:main}' } })).toContain(
    `need double quotes, and the whole single ones for the shell: '{"name":"text"}'. Windows PowerShell removes them: use --payload=@file there.`,
  );
  expect(await refusal({ flags: { payload: '[a]' } })).toContain('PowerShell');
  expect(await refusal({ flags: { payload: '{"a":' } })).not.toContain('PowerShell');
  expect(await refusal({ flags: { payload: '' } })).toContain('It is empty.');
  expect(await refusal({ flags: { payload: '['.repeat(200_000) } })).toContain('--payload');
  for (const levels of [600, 200_000]) {
    const payload = `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(await refusal({ flags: { payload } })).toContain('Allowed are 500 levels.');
  }
});

test('objects have no prototype, so prototype names are plain members', async () => {
  proves('UI-flags-no-prototype');
  const input = await run({
    args: ['__proto__:={"polluted":1}', 'toString=x'],
    flags: { 'args.__proto__.y': '1', headers: ['constructor=c', '__proto__=p'] },
  }).input;
  expect(JSON.stringify(input)).toBe(
    '{"headers":{"constructor":"c","__proto__":"p"},"args":{"__proto__":{"y":1}},"__proto__":{"polluted":1},"toString":"x"}',
  );
  expect(Object.getPrototypeOf(input)).toBe(null);
  expect(Object.getPrototypeOf(input['args'])).toBe(null);
  expect(Object.getPrototypeOf(input['headers'])).toBe(null);
  expect(({} as Record<string, unknown>)['polluted']).toBe(undefined);
});

test('a default of the schema is never sent, and a map refuses what has no name', async () => {
  proves('UI-flags-rule-5');
  expect(await jsonOf({})).toBe('{}');
  expect(await refusal({ flags: { headers: ['novalue'] } })).toContain('--headers has no name');
  expect(await refusal({ flags: { headers: ['A=1', 'A=2'] } })).toContain('given twice');
  expect(await refusal({ flags: { nope: 'x' } })).toContain('No flag --nope');
});
