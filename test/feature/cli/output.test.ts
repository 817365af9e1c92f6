import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { FLEET_HOME, runFleet } from '../../support/run-fleet.ts';
import { runInShell } from '../../support/run-in-shell.ts';
import {
  problemResponse,
  type ScriptedService,
  startScriptedService,
} from '../../support/scripted-service.ts';

const UNFORMATTED_BODY = '{ "id" : 9007199254740993,\n "b":1.10, "a": "\\u202e" }\n';
const PAGED = { type: 'object', properties: { before: { type: 'string' } } };
const LONG_TEXT = { type: 'string', maxLength: 5000 };
const TOOLS = [
  { name: 'odd', class: 'read', input_schema: { type: 'object' } },
  { name: 'list_rows', class: 'read', input_schema: PAGED },
  { name: 'text', class: 'read', input_schema: { type: 'object' } },
  { name: 'wide', class: 'read', input_schema: { type: 'object' } },
  { name: 'endless', class: 'read', input_schema: PAGED },
  { name: 'refuse', class: 'write', input_schema: { type: 'object' } },
  {
    name: 'take',
    class: 'write',
    input_schema: { type: 'object', properties: { data: {}, more: {}, text: LONG_TEXT } },
  },
];

let service: ScriptedService;
beforeAll(async () => {
  service = await startScriptedService({
    tools: TOOLS,
    answer({ body, path }) {
      if (path.endsWith('/odd')) return { body: UNFORMATTED_BODY };
      if (path.endsWith('/refuse')) {
        return problemResponse(404, 'unknown_machine', {
          detail: 'No\u001b[31m such\u202e machine.',
        });
      }
      if (path.endsWith('/endless')) return { body: { rows: [{ id: 'r' }], next_before: 'same' } };
      if (path.endsWith('/text')) return { body: { content: 'one\ntwo' } };
      if (path.endsWith('/wide')) {
        const title = 'a title '.repeat(20).trim();
        return { body: { rows: [7, 5].map((id) => ({ id, title, more: 1 })) } };
      }
      if (path.endsWith('/take')) return { body: { done: true } };
      const page = Number(JSON.parse(body).before ?? 0);
      const rows = Array.from({ length: 400 }, (_, at) => ({ id: `row-${page}-${at}` }));
      return { body: { rows, next_before: page < 2 ? String(page + 1) : null } };
    },
  });
});
afterAll(() => service.stop());

const environment = () => ({ FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' });
const fleet = (args: readonly string[], stdin?: string) =>
  runFleet(args, { env: environment(), ...(stdin === undefined ? {} : { stdin }) });

const shell = (script: string) => runInShell(script, environment());

test('off a terminal the answer is passed on byte for byte', async () => {
  proves('UI-output-bytes', 'UI-output-stdout');
  expect(await fleet(['cloud', 'odd'])).toEqual({ code: 0, stdout: UNFORMATTED_BODY, stderr: '' });
});

test('large numbers survive a query', async () => {
  proves('UI-output-numbers', 'UI-query');
  const run = await fleet(['cloud', 'odd', '--query', '{n: id}', '--json']);
  expect(run.stdout).toBe('{"n":9007199254740993}\n');
});

test('a wrong query or format is refused before anything is sent', async () => {
  proves('UI-query', 'UI-formats', 'UI-exit-2');
  const before = service.calls().length;
  for (const flags of [
    ['--query', 'a['],
    ['--query', 'nope(@)'],
    ['-o', 'xml'],
    ['--json', '-o', 'csv'],
    ['--timeout', 'soon'],
    ['--follow-timeout', '1d'],
  ]) {
    const run = await fleet(['cloud', 'odd', ...flags]);
    expect({ flags, code: run.code, stdout: run.stdout }).toEqual({ flags, code: 2, stdout: '' });
  }
  expect(service.calls().length).toBe(before);
});

test('a column that no row has is told, with those there are; --quiet leaves it', async () => {
  const args = ['cloud', 'list-rows', '-o', 'csv', '--columns', 'id,nmae', '--sort-by', 'size'];
  const told = await fleet(args);
  expect(told.code).toBe(0);
  expect(told.stdout.split('\r\n')[0]).toBe('id,nmae');
  expect(told.stderr).toBe(
    'No row has "nmae", "size"; there are id.\nThere is more: --all shows the whole list.\n',
  );
  expect((await fleet([...args, '--quiet'])).stderr).toBe('');
});

test.each([
  ['json', '--columns', 'table, csv, tsv'],
  ['jsonl', '--sort-by', 'table, csv, tsv, name'],
  ['name', '--columns', 'table, csv, tsv'],
])(
  'the format %s has no use for %s: refused, and nothing is sent',
  async (format, flag, formats) => {
    const before = service.calls().length;
    const { code, stderr } = await fleet(['cloud', 'list-rows', '-o', format, flag, 'id']);
    expect(code).toBe(2);
    expect(stderr).toContain(`shapes ${formats}`);
    expect(service.calls().length).toBe(before);
  },
);

test('--all is one document in JSON, streamed rows in jsonl, ids in name', async () => {
  proves('UI-output-all');
  const json = await fleet(['cloud', 'list-rows', '--all']);
  const document = JSON.parse(json.stdout);
  expect(Object.keys(document)).toEqual(['rows', 'next_before']);
  expect(document.rows.length).toBe(1200);
  expect(document.next_before).toBe(null);
  const jsonl = await fleet(['cloud', 'list-rows', '--all', '-o', 'jsonl']);
  const lines = jsonl.stdout.trimEnd().split('\n');
  expect([lines.length, lines.at(-1)]).toEqual([1200, '{"id":"row-2-399"}']);
  const names = await fleet(['cloud', 'list-rows', '--all', '-o', 'name']);
  expect(names.stdout.split('\n').length).toBe(1201);
});

test.each([
  ['jsonl', 'rows[?ends_with(id, `"-7"`)].id', '"row-0-7"\n"row-1-7"\n"row-2-7"\n'],
  ['tsv', 'rows[?ends_with(id, `"-7"`)].[id, length(id)]', 'row-0-7\t7\nrow-1-7\t7\nrow-2-7\t7\n'],
  ['name', 'rows[:1]', 'row-0-0\nrow-1-0\nrow-2-0\n'],
  ['json', 'length(rows)', '1200\n'],
  ['yaml', 'rows[1199].id', 'row-2-399\n'],
])('--all -o %s --query %s sees the answer in its own shape', async (format, query, stdout) => {
  proves('UI-output-all-query');
  const run = await fleet(['cloud', 'list-rows', '--all', '-o', format, '--query', query]);
  expect(run).toEqual({ code: 0, stdout, stderr: '' });
});

test('everything ends with a line end, so that read gets the last line', async () => {
  proves('UI-output-line-end');
  const lines = await shell(
    'fleet cloud take --query done -o raw | while read -r line; do echo "<$line>"; done; ' +
      'fleet cloud text --query content -o raw | while read -r line; do echo "<$line>"; done; ' +
      'fleet cloud take | while read -r line; do echo "<$line>"; done',
  );
  expect(lines.stdout).toBe('<true>\n<one>\n<two>\n<{"done":true}>\n');
});

test('--columns and --sort-by mean a table in a pipe, as wide as COLUMNS says', async () => {
  proves('UI-output-shaped');
  const env = { ...environment(), FLEET_OUTPUT: 'json' };
  const wide = await runFleet(['cloud', 'wide', '--columns', 'id,title'], { env });
  const title = 'a title '.repeat(20).trim();
  expect(wide).toEqual({ code: 0, stderr: '', stdout: `ID  TITLE\n7   ${title}\n5   ${title}\n` });
  const narrow = await runFleet(['cloud', 'wide', '--columns', 'id,title', '--sort-by', 'id'], {
    env: { ...env, COLUMNS: '20' },
  });
  expect(narrow.stdout).toBe('ID  TITLE\n5   a title a title…\n7   a title a title…\n');
});

test('a repeated cursor ends --all with an error', async () => {
  proves('UI-output-all');
  const run = await fleet(['cloud', 'endless', '--all']);
  expect(run).toMatchObject({ code: 7, stdout: '' });
});

test.each([
  'fleet --help | head -1',
  'fleet cloud list-rows --all | head -c 1',
  'fleet cloud list-rows --all -o jsonl | head -1',
])('a closed pipe ends quietly with 0: %s', async (script) => {
  proves('UI-output-closed-pipe');
  expect(await shell(script)).toMatchObject({ code: 0, stderr: '' });
});

test('a loop around fleet loses no line of its input', async () => {
  proves('UI-flags-stdin-untouched');
  const script = `printf 'a\\nb\\nc\\n' | while read line; do fleet cloud odd >/dev/null; echo $line; done`;
  expect(await shell(script)).toMatchObject({ code: 0, stdout: 'a\nb\nc\n' });
});

test('@file, @-, @@ and --input; one flag takes stdin', async () => {
  proves('UI-flags-rule-4');
  const file = join(FLEET_HOME, 'data.json');
  writeFileSync(file, '\ufeff{"from":"file"}\n');
  const sent = async (args: readonly string[], stdin?: string) => {
    expect((await fleet(['cloud', 'take', ...args], stdin)).code).toBe(0);
    return JSON.parse(service.calls().at(-1)?.body ?? '');
  };
  expect(await sent([`--data=@${file}`])).toEqual({ data: { from: 'file' } });
  expect(await sent(['--data', '@-'], '[1]')).toEqual({ data: [1] });
  expect(await sent(['--text', '@@me'])).toEqual({ text: '@me' });
  expect(await sent(['--input=@-', '--data', '2'], '{"data":1,"more":1}')).toEqual({
    data: 2,
    more: 1,
  });
  const twice = await fleet(['cloud', 'take', '--data', '@-', '--more', '@-'], '1');
  expect(twice.code).toBe(2);
  const missing = await fleet(['cloud', 'take', '--data=@/nowhere/at/all']);
  expect(missing.code).toBe(2);
  expect(missing.stderr).toContain('/nowhere/at/all');
});

test('errors are words for people and an object for programs', async () => {
  proves('UI-output-errors', 'UI-output-sanitised');
  const people = await fleet(['cloud', 'refuse', '-o', 'table']);
  expect(people.stdout).toBe('');
  expect(people.stderr).toContain('No such machine.');
  expect(people.stderr).toContain('req-1');
  expect(people.stderr).not.toMatch(/[\u001b\u202e]/);
  const program = await fleet(['cloud', 'refuse', '--json']);
  expect(JSON.parse(program.stderr).error).toMatchObject({
    code: 'unknown_machine',
    title: 'Title of unknown_machine',
    status: 404,
    request_id: 'req-1',
    exit_code: 6,
  });
  const unread = await fleet(['cloud', 'refuse', '--nope', '--json']);
  expect(JSON.parse(unread.stderr).error).toMatchObject({ code: 'unknown_flag', exit_code: 2 });
});

test('FLEET_OUTPUT chooses the format, and a flag wins', async () => {
  proves('UI-formats');
  const env = { ...environment(), FLEET_OUTPUT: 'yaml' };
  expect((await runFleet(['cloud', 'take'], { env })).stdout).toBe('done: true\n');
  expect((await runFleet(['cloud', 'take', '-ojson'], { env })).stdout).toBe('{"done":true}\n');
});

test('fleet api makes any request and asks nothing', async () => {
  const run = await fleet(['api', 'POST', '/api/v1/tools/take', '--input', '{"x": 1}']);
  expect(run).toMatchObject({ code: 0, stdout: '{"done":true}\n' });
  expect(service.calls().at(-1)).toMatchObject({ method: 'POST', body: '{"x": 1}' });
  expect((await fleet(['api', 'TEAPOT', '/x'])).code).toBe(2);
  const inHeader = ['api', 'POST', '/x', '--idempotency-key', 'a\r\nx-more: b'];
  expect((await fleet(inHeader)).code).toBe(2);
  expect((await fleet(['api', 'GET', 'http://elsewhere.example/'])).code).toBe(2);
});
