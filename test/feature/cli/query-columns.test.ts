import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { type ScriptedService, startScriptedService } from '../../support/scripted-service.ts';

const BODY = `{"jobs": [
  {"id": "job_2", "state": "done", "links": [{"url": "https://a.example"}], "n": 9007199254740993},
  {"id": "job_1", "state": "queued, late", "links": [], "n": 1}
]}`;

let service: ScriptedService;
beforeAll(async () => {
  service = await startScriptedService({
    tools: [{ name: 'list_jobs', class: 'read', input_schema: { type: 'object' } }],
    answer: () => ({ body: BODY }),
  });
});
afterAll(() => service.stop());

const fleet = (...args: string[]) =>
  runFleet(['cloud', 'list-jobs', ...args], {
    env: { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' },
  });

test('each item of the lists that a query picks has a column', async () => {
  proves('UI-query', 'UI-formats', 'UI-output-numbers');
  const picked = async (...flags: string[]) =>
    (await fleet('--query', 'jobs[].[id, state, n]', ...flags)).stdout;
  expect(await picked('-o', 'tsv')).toBe('job_2\tdone\t9007199254740993\njob_1\tqueued, late\t1\n');
  expect(await picked('-o', 'csv', '--sort-by', '0')).toBe(
    '0,1,2\r\njob_1,"queued, late",1\r\njob_2,done,9007199254740993\r\n',
  );
  expect(await picked('-o', 'table')).toMatch(/^0 +1 +2 *\njob_2 +done +9007199254740993\n/);
  expect(await picked('-o', 'tsv', '--columns', '1')).toBe('done\nqueued, late\n');
  expect(await picked()).toBe('[["job_2","done",9007199254740993],["job_1","queued, late",1]]\n');
});

test('a query takes the place of the columns that a command would show', async () => {
  proves('UI-query');
  const run = await runFleet(['cloud', '--query', 'operations[].name', '-o', 'tsv'], {
    env: { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' },
  });
  expect(run).toMatchObject({ code: 0, stdout: 'list_jobs\n', stderr: '' });
});

test('a column may lie in an item of a list', async () => {
  const { stdout } = await fleet('-o', 'tsv', '--columns', 'id,links.0.url');
  expect(stdout).toBe('job_2\thttps://a.example\njob_1\t\n');
});

test('columns that are none are refused before anything is sent', async () => {
  const before = service.calls().length;
  for (const columns of ['', ' , ']) {
    const run = await fleet('-o', 'csv', '--columns', columns);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('--columns is empty');
  }
  expect(service.calls().length).toBe(before);
});

test('help tells which format has a head line', async () => {
  proves('UI-formats');
  const help = (await runFleet(['help', 'output'])).stdout;
  expect(help).toMatch(/^ {2}csv {2,}the rows below a head line/m);
  expect(help).toMatch(/^ {2}tsv {2,}the rows alone/m);
  expect(help).toContain('spreadsheet');
});

test('a = or a value in the wrong quotes chooses nothing for what acts on the rows', async () => {
  proves('UI-query', 'UI-query-names');
  const before = service.calls().length;
  const single = await fleet('--query', "jobs[?state='done'].id", '-o', 'tsv');
  expect(single).toMatchObject({ code: 2, stdout: '' });
  expect(single.stderr).toContain('== compares');
  expect(service.calls().length).toBe(before);
  const quoted = await fleet('--query', 'jobs[?state!="done"].id', '-o', 'tsv');
  expect(quoted).toMatchObject({ code: 1, stdout: '' });
  expect(quoted.stderr).toContain("A text stands in single quotes, as in 'failed'");
  const number = await fleet('--query', "jobs[?n!='1'].id", '-o', 'tsv');
  expect(number).toMatchObject({ code: 1, stdout: '' });
  expect(number.stderr).toContain("with the text '1'");
});
