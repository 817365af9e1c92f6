import { expect, test } from 'vitest';
import { parseJson } from '../../src/base/json/lossless.ts';
import type { RenderOptions } from '../../src/render/format.ts';
import { FORMAT_NAMES, type FormatName } from '../../src/render/format-name.ts';
import { loadFormat } from '../../src/render/load-format.ts';
import { proves } from '../support/proves.ts';

const LIST =
  '{"jobs": [{"id":"job_1","title":"Fix it","n":9007199254740993,"at":"2026-11-20T11:57:00.000Z",' +
  '"tags":["a","b"],"machine":{"id":"mac_1","name":"web"},"none":null},' +
  '{"id":"job_2","title":"日本語, \\"two\\"","n":0.10,"tags":[],"machine":null,"ok":true}],' +
  '"next_before":"abc"}';

const OPTIONS: RenderOptions = {
  isTerminal: false,
  width: 80,
  colour: false,
  now: Date.UTC(2026, 10, 20, 12),
};

async function shown(
  name: FormatName,
  json: string,
  options: Partial<RenderOptions> = {},
): Promise<string> {
  const format = await loadFormat(name);
  const text = format.value({ value: parseJson(json) }, { ...OPTIONS, ...options });
  return typeof text === 'string' ? text : new TextDecoder().decode(text);
}

test('the formats are the ones of -o', () => {
  proves('UI-formats');
  expect(FORMAT_NAMES).toEqual(['table', 'json', 'jsonl', 'yaml', 'csv', 'tsv', 'name', 'raw']);
});

test('json not on a terminal is the answer byte for byte', async () => {
  proves('UI-output-bytes', 'UI-output-numbers');
  const json = await loadFormat('json');
  const bytes = new TextEncoder().encode('{ "b" : 1.0,\n"a":9007199254740993}\n');
  expect(json.value({ value: { b: 1 }, bytes }, OPTIONS)).toBe(bytes);
  expect(json.value({ value: {}, bytes: bytes.slice(0, -1) }, OPTIONS)).toEqual(bytes);
  expect(await shown('json', '{ "b":1.50, "a":9007199254740993 }')).toBe(
    '{"b":1.5,"a":9007199254740993}\n',
  );
});

test('json on a terminal is indented and escapes what a terminal acts on', async () => {
  proves('UI-output-sanitised', 'UI-output-numbers');
  expect(
    await shown('json', '{"a":"\\u001b[31m\\u202e\\u009b\\u200b é","n":12345678901234567890}', {
      isTerminal: true,
    }),
  ).toBe('{\n  "a": "\\u001b[31m\\u202e\\u009b\\u200b é",\n  "n": 12345678901234567890\n}\n');
});

test('jsonl is a line for each row of a list, and one for any other answer', async () => {
  proves('UI-formats', 'UI-output-numbers');
  expect(await shown('jsonl', '{"jobs": [{"id": 1}, 2], "next_before": "x"}')).toBe(
    '{"id":1}\n2\n',
  );
  expect(await shown('jsonl', '[{"id": 1}, 2]')).toBe('{"id":1}\n2\n');
  expect(await shown('jsonl', '{"id": 1, "tags": [1, 2]}')).toBe('{"id":1,"tags":[1,2]}\n');
  const { pages } = await loadFormat('jsonl');
  const rows = [{ id: 'a', n: parseJson('9007199254740993') }, '\u202e'];
  const writer = await pages?.({ ...OPTIONS, isTerminal: true });
  expect(writer?.page(rows, { rows })).toBe('{"id":"a","n":9007199254740993}\n"\\u202e"\n');
});

test('yaml quotes what YAML 1.1 would misread and keeps every digit', async () => {
  proves('UI-formats', 'UI-output-numbers');
  expect(
    await shown(
      'yaml',
      '{"a":"no","b":"1:30","c":9007199254740993,"d":["x\\ny"],"e":{},"f":null,"g":"0x1","h":1.00000000000000000001}',
    ),
  ).toBe(
    'a: "no"\nb: "1:30"\nc: 9007199254740993\nd:\n  - |-\n    x\n    y\ne: {}\nf: null\ng: "0x1"\nh: 1.00000000000000000001\n',
  );
  expect(await shown('yaml', '{"a":"\\u202ex","\\u001b":1}', { isTerminal: true })).toBe(
    'a: "\\u202ex"\n"\\e": 1\n',
  );
});

test('csv follows RFC 4180 and leaves what looks like a formula alone', async () => {
  proves('UI-formats', 'UI-output-numbers');
  expect(await shown('csv', LIST)).toBe(
    'id,title,n,at,tags,machine,none,ok\r\n' +
      'job_1,Fix it,9007199254740993,2026-11-20T11:57:00.000Z,"[""a"",""b""]",' +
      '"{""id"":""mac_1"",""name"":""web""}",,\r\n' +
      'job_2,"日本語, ""two""",0.1,,[],,,true\r\n',
  );
  expect(await shown('csv', '[{"a":"=1+1"},{"a":"-5"},{"a":"x\\ny"},5]')).toBe(
    'a,value\r\n=1+1,\r\n-5,\r\n"x\ny",\r\n,5\r\n',
  );
  expect(await shown('csv', '{"jobs":[],"next_before":null}')).toBe('');
  expect(await shown('csv', LIST, { columns: ['machine.name', 'id'], sortBy: 'n' })).toBe(
    'machine.name,id\r\n,job_2\r\nweb,job_1\r\n',
  );
});

test('tsv has a line a row, without a header, and escapes tabs and line ends', async () => {
  proves('UI-formats');
  expect(await shown('tsv', '[{"a":"x\\ty","b":"1\\n2"},{"a":"back\\\\slash"}]')).toBe(
    'x\\ty\t1\\n2\nback\\\\slash\t\n',
  );
});

test('name is one id a row, whatever the id holds', async () => {
  proves('UI-formats', 'UI-output-numbers');
  expect(await shown('name', LIST)).toBe('job_1\njob_2\n');
  expect(await shown('name', '{"skills":[{"name":"deploy"},{"id":9007199254740993}]}')).toBe(
    'deploy\n9007199254740993\n',
  );
  expect(await shown('name', '{"id":"job_1","links":[{"name":"x"}]}')).toBe('job_1\n');
  expect(await shown('name', '{"machine":{"id":"mac_1"}}')).toBe('mac_1\n');
  expect(await shown('name', '{"pending":true,"command_id":"cmd_1","job":"job_9"}')).toBe(
    'job_9\n',
  );
  expect(await shown('name', '[{"id":"a\\nb"}]')).toBe('a b\n');
  expect(await shown('name', '{"jobs":[]}')).toBe('');
  await expect(shown('name', '{"total":1}')).rejects.toMatchObject({ kind: 'usage' });
});

test('raw is a string as it is, anything else compact JSON', async () => {
  proves('UI-formats', 'UI-output-numbers');
  expect(await shown('raw', '"a\\u001b[1m\\n"')).toBe('a\u001b[1m\n');
  expect(await shown('raw', '"no end"')).toBe('no end\n');
  expect(await shown('raw', '"a\\u001b[1m\\tb\\n\\nc"', { isTerminal: true })).toBe('a\tb\n\nc\n');
  expect(await shown('raw', '{ "a": [1, 9007199254740993] }')).toBe('{"a":[1,9007199254740993]}\n');
  expect(await shown('raw', 'null')).toBe('null\n');
});

test('a list is a table for people: times relative, nested values compact, the rest below', async () => {
  proves('UI-output-terminal', 'UI-output-numbers');
  expect(await shown('table', LIST)).toBe(
    [
      'ID     TITLE          N                 AT      OK    TAGS  MACHINE',
      'job_1  Fix it         9007199254740993  3m ago        a, b  id: mac_1, name: web',
      'job_2  日本語, "two"  0.1                       true',
      '',
      'next_before  abc',
      '',
    ].join('\n'),
  );
  expect(await shown('table', '{"next_before":null,"hosted_urls":[]}')).toBe('No hosted urls.\n');
});

test('a table is cut to the terminal: the widest first, then the last columns', async () => {
  proves('UI-output-terminal');
  const json = JSON.stringify([
    { id: 'a', title: '漢字'.repeat(20), summary: 'word '.repeat(20), extra: 'e'.repeat(30) },
    { id: 'b', title: 'short' },
  ]);
  expect(await shown('table', json, { isTerminal: true, width: 60 })).toBe(
    [
      'ID  TITLE              SUMMARY            EXTRA',
      'a   漢字漢字漢字漢字…  word word word w…  eeeeeeeeeeeeeeee…',
      'b   short',
      '',
    ].join('\n'),
  );
  expect(await shown('table', json, { isTerminal: true, width: 45 })).toBe(
    [
      'ID  TITLE              SUMMARY             …',
      'a   漢字漢字漢字漢字…  word word word wo…',
      'b   short',
      '',
    ].join('\n'),
  );
  const chosen = { isTerminal: true, width: 20, columns: ['id', 'gone', 'title'] };
  expect(await shown('table', json, chosen)).toBe(
    'ID  GONE  TITLE\na         漢字漢字漢字漢…\nb         short\n',
  );
});

test('a long list keeps its columns', async () => {
  proves('UI-output-terminal');
  const rows = Array.from({ length: 120 }, (_, at) => ({ id: 'x'.repeat((at % 7) + 1), n: at }));
  const lines = (await shown('table', JSON.stringify(rows))).split('\n');
  expect(lines).toHaveLength(122);
  expect(lines[0]).toBe('ID       N');
  expect(lines[1]).toBe('x        0');
  expect(lines[120]).toBe('x        119');
});

test('a single answer is a card', async () => {
  proves('UI-output-terminal', 'UI-output-numbers');
  expect(
    await shown(
      'table',
      JSON.stringify({
        id: 'job_1',
        opened_at: '2026-11-20T10:00:00.000Z',
        summary: '# Done\n\nAll well.\n',
        machine: { name: 'web', policy: { mode: 'control', allow: [], deny: ['a', 'b'] } },
        links: [{ kind: 'source', title: 'Push', url: 'https://example.com' }],
        empty: {},
        none: null,
        ok: false,
      }),
    ),
  ).toBe(
    [
      'id         job_1',
      'opened_at  2026-11-20T10:00:00.000Z (2h ago)',
      'summary',
      '  # Done',
      '',
      '  All well.',
      'machine',
      '  name  web',
      '  policy',
      '    mode   control',
      '    allow  -',
      '    deny   a, b',
      'links',
      '  KIND    TITLE  URL',
      '  source  Push   https://example.com',
      'none       -',
      'ok         false',
      '',
    ].join('\n'),
  );
  expect(await shown('table', '{"id":"a","n":9007199254740993}', { columns: ['n'] })).toBe(
    'n  9007199254740993\n',
  );
  expect(await shown('table', '"text"')).toBe('text\n');
});

test('a short list in a card is told item by item where a table would cut it', async () => {
  proves('UI-output-terminal');
  const fix = 'Start the database, then run health.get again.';
  const json = JSON.stringify({ id: 'm', checks: [{ name: 'database', fix }, { name: 'disk' }] });
  expect(await shown('table', json, { isTerminal: true, width: 40 })).toBe(
    ['id  m', 'checks', '  - name  database', `    fix   ${fix}`, '  - name  disk', ''].join('\n'),
  );
});

test('colour comes only where it is asked for', async () => {
  proves('UI-output-color');
  expect(await shown('table', '[{"id":"a"}]', { colour: true })).toBe('\u001b[1mID\u001b[22m\na\n');
  expect(await shown('table', '{"id":"a"}', { colour: true })).toBe('\u001b[1mid\u001b[22m  a\n');
});

test('an answer without a body is nothing in every format', async () => {
  for (const name of FORMAT_NAMES) {
    expect((await loadFormat(name)).value({ value: undefined }, OPTIONS)).toBe('');
  }
});
