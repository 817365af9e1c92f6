import { expect, test } from 'vitest';
import { Failure } from '../../../src/contract/failure.ts';
import { exitCodeOf } from '../../../src/terminal/exit-codes.ts';
import { answers, serve } from '../../support/misbehaving-server.ts';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { problemResponse, startScriptedService } from '../../support/scripted-service.ts';

const TOOLS = [{ name: 'try_it', class: 'write', input_schema: { type: 'object' } }];

/** What `fleet` makes of one answer of a service. */
async function exitAfter(answer: Parameters<typeof problemResponse>) {
  const service = await startScriptedService({
    tools: TOOLS,
    answer: () => problemResponse(...answer),
  });
  const run = await runFleet(['cloud', 'try-it', '--json', '--timeout', '2s'], {
    env: { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' },
  });
  await service.stop();
  return { ...run, calls: service.calls().length };
}

const REFUSALS: readonly (readonly [string, number, number])[] = [
  ['invalid_request', 400, 2],
  ['invalid_json', 400, 2],
  ['invalid_args', 400, 2],
  ['unknown_command', 400, 2],
  ['unknown_tool', 404, 2],
  ['unauthorized', 401, 4],
  ['invalid_key', 401, 4],
  ['forbidden', 403, 5],
  ['denied_by_machine', 409, 5],
  ['plan_limit', 402, 5],
  ['revoked', 409, 5],
  ['unknown_command', 404, 6],
  ['unknown_machine', 404, 6],
  ['unknown_job', 404, 6],
  ['unknown_delivery', 404, 6],
  ['unknown_alert', 404, 6],
  ['unknown_channel', 404, 6],
  ['unknown_issue', 404, 6],
  ['no_hosted_url', 404, 6],
  ['not_found', 404, 6],
  ['ambiguous_machine', 409, 6],
  ['ambiguous_job', 409, 6],
  ['ambiguous_delivery', 409, 6],
  ['internal', 500, 7],
  ['unavailable', 503, 7],
  ['no_body', 409, 11],
  ['too_large', 413, 11],
  ['billing_unavailable', 409, 11],
];

/** The exit code of a refusal, as the program asks for it. */
const exitCodeFor = (code: string, status: number) =>
  exitCodeOf(new Failure('refused', { code, title: code, status }));

test('every refusal of the service has its exit code', () => {
  proves('UI-exit-2', 'UI-exit-4', 'UI-exit-5', 'UI-exit-6', 'UI-exit-7', 'UI-exit-11');
  const found = REFUSALS.map(([code, status]) => [code, status, exitCodeFor(code, status)]);
  expect(found).toEqual(REFUSALS);
});

const FIRST_OF_EACH = REFUSALS.filter(
  ([, , exitCode], at) => REFUSALS.findIndex((row) => row[2] === exitCode) === at,
);

test.each(FIRST_OF_EACH)('%s with status %i ends with %i', async (code, status, exitCode) => {
  proves('UI-exit-2', 'UI-exit-4', 'UI-exit-5', 'UI-exit-6', 'UI-exit-7', 'UI-exit-11');
  const run = await exitAfter([status, code]);
  expect(run.code).toBe(exitCode);
  expect(run.stdout).toBe('');
  expect(JSON.parse(run.stderr)).toEqual({
    error: expect.objectContaining({ code, status, exit_code: exitCode, request_id: 'req-1' }),
  });
});

test.each([
  [500, 'internal'],
  [502, 'something_new'],
  [503, 'unavailable'],
] as const)(
  'an action that the service fails with %i may have run: what to look it up with, and no word of trying again',
  async (status, code) => {
    proves('UI-failed-action');
    const answer = problemResponse(status, code);
    const service = await startScriptedService({
      tools: [
        { name: 'run_skill', class: 'write', input_schema: { type: 'object' } },
        { name: 'get_it', class: 'read', input_schema: { type: 'object' } },
      ],
      answer: () => ({ ...answer, headers: { ...answer.headers, 'retry-after': '60' } }),
    });
    const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
    const run = (name: string) =>
      runFleet(['cloud', name, '-o', 'table', '--timeout', '2s'], { env });
    const [acting, reading] = [await run('run-skill'), await run('get-it')];
    await service.stop();
    const sent = service.calls().filter(({ path }) => path.endsWith('/run_skill'));
    expect([acting.code, sent.length]).toEqual([7, 1]);
    expect(acting.stderr).toContain('It may have run and was not sent again.');
    expect(acting.stderr).toContain('`fleet cloud list-jobs` (request id req-1)');
    expect(acting.stderr).not.toContain('Try again');
    expect(reading.stderr).toContain('Try again in 60 s.');
    expect(reading.stderr).not.toContain('may have run');
  },
);

test.each([
  [400, 2],
  [401, 4],
  [402, 5],
  [403, 5],
  [404, 6],
  [409, 11],
  [413, 11],
  [418, 11],
  [502, 7],
])('an unknown code goes by its status: %i ends with %i', async (status, exitCode) => {
  proves('UI-exit-by-status');
  expect(exitCodeFor('something_new', status)).toBe(exitCode);
  if (status !== 418) return;
  const run = await exitAfter([status, 'something_new']);
  expect(run.code).toBe(exitCode);
});

test('an unknown code at 429 ends with 7', async () => {
  proves('UI-exit-by-status', 'UI-exit-7');
  const service = await startScriptedService({
    tools: TOOLS,
    answer: () => ({ ...problemResponse(429, 'slow_down'), headers: { 'retry-after': '60' } }),
  });
  const run = await runFleet(['cloud', 'try-it', '--timeout', '1s'], {
    env: { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' },
  });
  await service.stop();
  expect(run.code).toBe(7);
});

test.each([
  ['a known operation', 'list-jobs'],
  ['one that only the service could know', 'whatever'],
])(
  'a refused key ends with 4, said once and with where the key is from: %s',
  async (_name, operation) => {
    proves('UI-exit-4', 'UI-keys-refused');
    const { body, headers } = problemResponse(401, 'invalid_key');
    const service = await serve(answers(401, JSON.stringify(body), headers));
    const run = await runFleet(['cloud', operation, '-o', 'table'], {
      env: { FLEET_BASE_URL: service.url, FLEET_API_KEY: 'key-1' },
    });
    expect(run).toEqual({
      code: 4,
      stdout: '',
      stderr: `fleet: Title of invalid_key
  Detail of invalid_key
  The key is from FLEET_API_KEY: put a valid one there, or unset it to use the one of fleet auth login.
  Request id: cli-1
`.replace('cli-1', /cli-\w+/.exec(run.stderr)?.[0] ?? ''),
    });
    expect(service.seen.map(({ url }) => url)).toEqual(['/api/v1/tools']);
  },
);

test('an answer that is not the service, a redirect and a closed port end with 7', async () => {
  proves('UI-exit-7');
  const page = { body: '<html>502</html>', headers: { 'content-type': 'text/html' } };
  const away = { status: 302, body: '', headers: { location: 'http://127.0.0.1:9/' } };
  const problem = { body: {}, headers: { 'content-type': 'application/problem+json' } };
  for (const answer of [page, away, problem]) {
    const service = await startScriptedService({ tools: TOOLS, answer: () => answer });
    const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
    const run = await runFleet(['cloud', 'try-it'], { env });
    await service.stop();
    expect(run.code).toBe(7);
    const gone = await runFleet(['cloud', 'try-it', '--timeout', '1s'], { env });
    expect(gone.code).toBe(7);
  }
});

test('no key ends with 4, no base URL and an unknown profile with 2', async () => {
  proves('UI-exit-4', 'UI-exit-2', 'UI-keys-no-base-url');
  const noKey = await runFleet(['cloud', 'list-jobs', '--base-url', 'http://127.0.0.1:9']);
  expect(noKey.code).toBe(4);
  const noBase = await runFleet(['cloud', 'list-jobs'], { env: { FLEET_API_KEY: 'key-1' } });
  expect(noBase.code).toBe(2);
  expect(noBase.stderr).toContain('--base-url');
  expect(noBase.stderr).toContain('FLEET_BASE_URL');
  const profile = await runFleet(['cloud', 'list-jobs', '--profile', 'work'], {
    env: { FLEET_API_KEY: 'key-1', FLEET_BASE_URL: 'http://127.0.0.1:9' },
  });
  expect(profile.code).toBe(2);
});

test('fleet help exit-codes prints the whole table', async () => {
  proves('UI-help-topics', 'UI-exit-1', 'UI-exit-3');
  const { code, stdout } = await runFleet(['help', 'exit-codes']);
  expect(code).toBe(0);
  const codes = [...stdout.matchAll(/^ *(\d+) {2}/gm)].map(([, number]) => Number(number));
  expect(codes).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 126, 127, 130, 143]);
  for (const topic of ['environment', 'output', 'input']) {
    const help = await runFleet(['help', topic]);
    expect({ topic, code: help.code }).toEqual({ topic, code: 0 });
    expect(help.stdout.length).toBeGreaterThan(200);
  }
});
