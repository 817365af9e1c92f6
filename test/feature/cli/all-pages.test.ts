import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { type ScriptedService, startScriptedService } from '../../support/scripted-service.ts';

const PAGES = 60;
const ROWS_A_PAGE = 1000;
/** Less than half of what the rows take in memory, and room for the program itself. */
const HEAP_MB = 20;

const MANY_ROWS = JSON.stringify(
  Array.from({ length: ROWS_A_PAGE }, (_, at) => ({
    id: `row-${at}`,
    title: `The title of row ${at}`,
    tags: ['a', 'b'],
    n: 1.5,
  })),
);

const schema = {
  type: 'object',
  properties: { before: { type: 'string' }, limit: { type: 'integer' } },
};

const asked: string[] = [];
let service: ScriptedService;
beforeAll(async () => {
  service = await startScriptedService({
    tools: ['many', 'changing', 'breaking', 'start_all', 'run_skill'].map((name) => ({
      name,
      // The stricter class of the specification counts for run_skill.
      class: name === 'start_all' ? 'write' : 'read',
      input_schema: schema,
    })),
    answer({ body, path }) {
      asked.push(path);
      const page = Number(JSON.parse(body).before ?? 0);
      const next = (last: number) => (page < last ? `"${page + 1}"` : null);
      if (path.endsWith('/many')) {
        return { body: `{"rows":${MANY_ROWS},"next_before":${next(PAGES - 1)}}` };
      }
      if (path.endsWith('/breaking')) {
        const rows = page < 30 ? MANY_ROWS : '"none"';
        return { body: `{"rows":${rows},"next_before":${next(30)}${page < 30 ? '' : '"'}}` };
      }
      const extra = page === 0 ? '' : `,"late":${page},"\\u202elater":1`;
      return { body: `{"rows":[{"id":"r${page}"${extra}}],"next_before":${next(2)}}` };
    },
  });
});
afterAll(() => service.stop());

const fleet = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  runFleet(['cloud', ...args], {
    env: { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1', ...more },
  });

test.each(['start-all', 'run-skill'])(
  '--all is refused with %s, which acts, before anything is sent',
  async (name) => {
    proves('UI-all-reads');
    for (const more of [['--yes'], ['--dry-run']]) {
      const run = await fleet([name, '--all', ...more]);
      expect([run.code, run.stdout]).toEqual([2, '']);
      expect(run.stderr).toContain('--all goes with what reads');
    }
    expect(asked.filter((path) => /start_all|run_skill/.test(path))).toEqual([]);
  },
);

test.each([
  ['json', (text: string) => JSON.parse(text).rows.length],
  ['csv', (text: string) => lineCount(text) - 1],
])('--all -o %s needs no memory for what it has written', async (format, count) => {
  proves('UI-output-all-memory');
  const run = await fleet(['many', '--all', '-o', format], {
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
  });
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
  expect(count(run.stdout)).toBe(PAGES * ROWS_A_PAGE);
});

const GOES_ON = 'There is more: --all shows the whole list.\n';

test.each([
  { args: ['--query', "rows[?id=='r2'].id", '-o', 'jsonl'], stderr: GOES_ON },
  { args: ['--query', 'length(rows)'], stderr: GOES_ON },
  { args: ['-o', 'name'], stderr: GOES_ON },
  { args: ['-o', 'csv'], stderr: GOES_ON },
  { args: ['--columns', 'id'], stderr: GOES_ON },
  {
    args: ['--follow', '--query', 'length(rows)'],
    stderr: `${GOES_ON}--follow did nothing: the response is complete.\n`,
  },
  { args: ['-o', 'table'], stderr: '' },
  { args: ['-o', 'name', '--quiet'], stderr: '' },
  // The cursor is in what is printed, or who asks knows of the rest.
  { args: [], stderr: '' },
  { args: ['--query', '[rows[].id, next_before]'], stderr: '' },
  { args: ['-o', 'name', '--before', '1'], stderr: '' },
  { args: ['-o', 'name', '--before', '2'], stderr: '' },
  { args: ['-o', 'name', '--limit', '1'], stderr: '' },
])('a first page that hides that the list goes on says so: $args', async ({ args, stderr }) => {
  proves('UI-output-goes-on');
  expect(await fleet(['changing', ...args])).toMatchObject({ code: 0, stderr });
});

test('--max-rows ends a list after so many rows, and says that there are more', async () => {
  proves('UI-output-all-ends');
  const run = await fleet(['changing', '--all', '--max-rows', '2', '-o', 'name']);
  expect(run).toEqual({
    code: 0,
    stdout: 'r0\nr1\n',
    stderr: 'Ended after 2 rows (--max-rows); there are more.\n',
  });
  const whole = await fleet(['changing', '--all', '--max-rows', '3', '-o', 'name']);
  expect(whole).toEqual({ code: 0, stdout: 'r0\nr1\nr2\n', stderr: '' });
  expect((await fleet(['changing', '--max-rows', '2'])).code).toBe(2);
  const wrong = await fleet(['changing', '--all', '--max-rows', '-1']);
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('a whole number from 1'),
  });
});

test('the columns are those of the first page; what comes later is told once', async () => {
  proves('UI-output-all-columns');
  const run = await fleet(['changing', '--all', '-o', 'csv']);
  expect(run).toEqual({
    code: 0,
    stdout: 'id\r\nr0\r\nr1\r\nr2\r\n',
    stderr:
      'Left out, since the first page has no such column: "late", "later". Name what is wanted with --columns.\n',
  });
  expect((await fleet(['changing', '--all', '-o', 'tsv', '--quiet'])).stderr).toBe('');
  const named = await fleet(['changing', '--all', '-o', 'tsv', '--columns', 'late,id,gone']);
  expect(named).toMatchObject({
    stdout: '\tr0\t\n1\tr1\t\n2\tr2\t\n',
    stderr: 'No row has "gone"; there are id, late, later.\n',
  });
  const whole = await fleet(['changing', '--all', '-o', 'tsv', '--sort-by', 'late']);
  expect(whole.stdout).toBe('r1\t1\t1\nr2\t2\t1\nr0\t\t\n');
});

test('json that breaks off after much was written is no valid document', async () => {
  proves('UI-output-all');
  const run = await fleet(['breaking', '--all']);
  expect(run.code).toBe(7);
  expect(run.stdout.length).toBeGreaterThan(1024 * 1024);
  expect(() => JSON.parse(run.stdout)).toThrow(SyntaxError);
});

function lineCount(text: string): number {
  return text.split('\n').length - 1;
}
