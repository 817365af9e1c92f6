import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { INTERFACE } from '../../../requirements.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts';

const MACHINES = ['mac_0', 'mac_1', 'mac_2', 'mac_3'];

let service: ScriptedService;
beforeAll(async () => {
  const properties = { machine: { type: 'string' } };
  const listed = { ...properties, limit: { type: 'integer' } };
  service = await startScriptedService({
    tools: [
      { name: 'run_skill', class: 'write', input_schema: { type: 'object', properties } },
      { name: 'list_jobs', class: 'read', input_schema: { type: 'object', properties: listed } },
    ],
    answer({ body, path }) {
      if (path === '/api/v1/machines')
        return { body: { machines: MACHINES.map((id) => ({ id })) } };
      const { machine } = JSON.parse(body);
      const next_before = machine === 'mac_2' ? null : 'page_1';
      if (path.endsWith('/list_jobs')) return { body: { jobs: [{ id: 'job_1' }], next_before } };
      return { status: 202, body: machine === 'mac_0' ? {} : { job: { id: `job_of_${machine}` } } };
    },
  });
});
beforeEach(() => {
  service.requests.length = 0;
});
afterAll(() => service.stop());

function fleetEach(words: readonly string[], operation: readonly string[]) {
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  const args = ['each', '--machine', '*', '--parallel=1', ...words, '--', ...operation];
  return runFleet(args, { env });
}

/** A run that is asked a query, and the machines to which something was sent. */
async function asked(...words: readonly string[]) {
  const run = await fleetEach(words, ['run-skill']);
  const sent = service.calls().filter(({ path }) => path.startsWith('/api/v1/tools/'));
  return { ...run, sentTo: sent.map(({ body }) => JSON.parse(body).machine) };
}

test('a query that finds nothing is told where the rows are', async () => {
  proves('UI-query-note');
  const run = await asked('--query', '[].name');
  expect([run.code, run.stdout]).toEqual([0, 'null\n']);
  expect(run.stderr).toContain('rows are in "results", as in --query \'results[].name\'');
});

test.each([
  ['jsonl', 'results[].length(response.job.id)', '12\n12\n12\n', '1 row', 'mac_0'],
  ['tsv', 'results[].{id: length(response.job.id)}', '12\n12\n12\n', '1 row', 'mac_0'],
  ['json', 'results[].length(response.job.id)', '', '4 rows', 'mac_0, mac_1, mac_2, mac_3'],
])('a row that the query does not fit is told, and the others go on: %s %s', async (...given) => {
  proves('UI-each-query');
  const [format, query, stdout, count, leftOut] = given;
  const run = await asked('-o', format, '--query', query, '--quiet');
  expect([run.code, run.sentTo]).toEqual([INTERFACE['UI-each-query'].exitCode, MACHINES]);
  expect(run.stdout).toBe(stdout);
  for (const machine of leftOut.split(', ')) expect(run.stderr).toMatch(`${machine}  accepted`);
  expect(run.stderr).toContain(`The query does not fit ${count}`);
  expect(run.stderr).toContain(`Left out: ${leftOut}.`);
});

const GOES_ON =
  'There is more of mac_0, mac_1, mac_3: `fleet cloud list-jobs --machine NAME --all` shows the whole list of one.\n';

test.each([
  { words: ['--query', 'results[].response.jobs[].id'], stderr: GOES_ON },
  { words: ['--query', 'length(results)', '-o', 'jsonl'], stderr: GOES_ON },
  { words: ['--columns', 'name,response.jobs', '-o', 'tsv'], stderr: GOES_ON },
  // What is printed says it, has nothing of the list, or is what was asked for.
  { words: ['--query', 'results[].response.next_before'], stderr: '' },
  { words: ['--columns', 'name,response'], stderr: '' },
  { words: ['-o', 'csv'], stderr: '' },
  { words: ['--query', 'results[].response.jobs', '--quiet'], stderr: '' },
  { words: ['--query', 'results[].response.jobs'], more: ['--limit', '1'], stderr: '' },
])(
  'a first page of a machine that hides that the list goes on is told: $words $more',
  async (row) => {
    proves('UI-output-goes-on');
    const run = await fleetEach(row.words, ['list-jobs', ...(row.more ?? [])]);
    const [, told = ''] = run.stderr.split('4 machines: 4 done.\n');
    expect([run.code, told]).toEqual([0, row.stderr]);
  },
);
