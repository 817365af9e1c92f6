import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { INTERFACE } from '../../../requirements.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts';

const MACHINES = ['mac_0', 'mac_1', 'mac_2', 'mac_3'];

let service: ScriptedService;
beforeAll(async () => {
  const properties = { machine: { type: 'string' } };
  service = await startScriptedService({
    tools: [{ name: 'run_skill', class: 'write', input_schema: { type: 'object', properties } }],
    answer({ body, path }) {
      if (path === '/api/v1/machines')
        return { body: { machines: MACHINES.map((id) => ({ id })) } };
      const { machine } = JSON.parse(body);
      return { status: 202, body: machine === 'mac_0' ? {} : { job: { id: `job_of_${machine}` } } };
    },
  });
});
beforeEach(() => {
  service.requests.length = 0;
});
afterAll(() => service.stop());

/** A run that is asked a query, and the machines to which something was sent. */
async function asked(...words: readonly string[]) {
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  const args = ['each', '--machine', '*', '--parallel=1', ...words, '--', 'run-skill'];
  const run = await runFleet(args, { env });
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
