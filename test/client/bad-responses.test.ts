import { expect, test } from 'vitest';
import { answers, serve } from '../support/misbehaving-server.ts';
import { proves } from '../support/proves.ts';
import { failureOf, openTestClient, TEST_KEY } from '../support/test-client.ts';

const json = { 'content-type': 'application/json' };
const problem = { 'content-type': 'application/problem+json' };
const html = { 'content-type': 'text/html; charset=utf-8' };

test.each([
  [
    'HTML',
    answers(200, '<html>Sign in</html>', html),
    'answered 200 with text/html instead of JSON',
  ],
  ['an HTML error', answers(502, '<html>', html), 'answered 502 with text/html instead of JSON'],
  [
    'JSON that breaks off',
    answers(200, '{"a":', json),
    'answered 200 with JSON that is broken or breaks off (5 bytes)',
  ],
  [
    'no UTF-8',
    answers(200, Buffer.from([0x22, 0xff, 0x22]), json),
    'answered 200 with JSON that is broken or breaks off (3 bytes)',
  ],
  ['nothing', answers(200, '', json), 'answered 200 with an empty body'],
  ['no type', answers(200, '{}', {}), 'answered 200 with a body of no readable type'],
  [
    'a type with escapes',
    answers(200, '{}', { 'content-type': 'a\tb' }),
    'answered 200 with a body of no readable type',
  ],
  [
    'JSON of a gateway',
    answers(401, '{"message":"no"}', json),
    'answered 401 with an error that is not from the service',
  ],
  ['304 unasked', answers(304, ''), 'and points elsewhere'],
  [
    'nesting beyond the stack',
    answers(200, `${'['.repeat(200_000)}1.5e1${']'.repeat(200_000)}`, json),
    'answered 200 with JSON of more than 500 levels',
  ],
  [
    'more values than memory is there for',
    answers(200, `[${'{},'.repeat(2_000_000)}1]`, json),
    'answered 200 with JSON of more than 2,000,000 values',
  ],
])('%s is not the service, said in one line', async (_name, behaviour, detail) => {
  proves('PROJECT-bad-answers');
  const server = await serve(behaviour);
  const failure = await failureOf(
    openTestClient(server.url).callTool('list_jobs', '{}', { operationClass: 'read' }),
  );
  expect(failure.kind).toBe('not_the_service');
  expect(failure.detail).toContain(detail);
  expect(failure.detail).not.toContain('\n');
  expect(server.seen.length).toBe(1);
});

test('a 10 MB answer is read whole', async () => {
  proves('PROJECT-bad-answers');
  const text = JSON.stringify({
    jobs: Array.from({ length: 100_000 }, (_, n) => 'x'.repeat(90) + n),
  });
  const server = await serve(answers(200, text));
  const answer = await openTestClient(server.url).callTool('list_jobs', '{}', {
    operationClass: 'read',
  });
  expect(answer.text === text).toBe(true);
});

test('an answer beyond 64 MiB is not taken', async () => {
  const server = await serve(answers(200, Buffer.alloc(64 * 1024 * 1024 + 1, ' ')));
  const call = openTestClient(server.url).callTool('list_jobs', '{}', { operationClass: 'read' });
  expect(await failureOf(call)).toMatchObject({ kind: 'network', code: 'answer_too_large' });
  expect(server.seen.length).toBe(1);
});

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) is not followed; only its origin is named',
  async (status) => {
    proves('UI-keys-redirect');
    const target = await serve(answers(200, '{}'));
    const location = `${target.url}/login?token=private`;
    const server = await serve(answers(status, '', { location }));
    const failure = await failureOf(
      openTestClient(server.url).callTool('run_skill', '{}', { operationClass: 'write' }),
    );
    expect(failure).toMatchObject({
      kind: 'not_the_service',
      code: 'redirected',
      detail: `${server.url} answered ${status} and points to ${target.url}; redirects are not followed.`,
    });
    expect([server.seen.length, target.seen.length]).toEqual([1, 0]);
  },
);

test.each([
  [301, true],
  [302, true],
  [303, true],
  [304, true],
  [307, false],
  [308, false],
])('after a redirect (%i) an action may have run: %s', async (status, mayHaveRun) => {
  proves('UI-lost-answer');
  const server = await serve(answers(status, '', { location: '/done' }));
  const client = openTestClient(server.url);
  const nextAfter = async (operationClass: string) =>
    (await failureOf(client.callTool('run_skill', '{}', { operationClass }))).next;
  const lookUp = [expect.objectContaining({ step: 'look_up_action', by: 'list_jobs' })];
  expect(await nextAfter('write')).toEqual(mayHaveRun ? lookUp : undefined);
  expect(await nextAfter('read')).toBeUndefined();
});

test('an unreadable answer of an action says how to look it up', async () => {
  proves('UI-lost-answer');
  const server = await serve(answers(200, '<html>', html));
  const call = openTestClient(server.url).callTool('run_skill', '{}', { operationClass: 'write' });
  const { next, requestId } = await failureOf(call);
  expect(next).toEqual([{ step: 'look_up_action', requestId, by: 'list_jobs' }]);
});

test('a text too short for a key is left in the words around it', async () => {
  const body = JSON.stringify({ code: 'invalid_key', title: 'Wrong key', detail: 'Use another' });
  const server = await serve(answers(401, body, problem));
  const client = openTestClient(server.url, { key: 'e' });
  const failure = await failureOf(client.request('GET', '/never', { operationClass: 'read' }));
  expect(failure).toMatchObject({ title: 'Wrong key', detail: 'Use another' });
});

test('the key is in no error and no log line, even where the service repeats it', async () => {
  proves('UI-keys-hidden');
  const body = JSON.stringify({
    code: 'invalid_key',
    title: TEST_KEY,
    detail: `no ${TEST_KEY} here`,
  });
  const server = await serve(
    answers(401, body, problem),
    answers(200, TEST_KEY, html),
    answers(302, '', { location: `http://${TEST_KEY}@other.example/${TEST_KEY}` }),
  );
  const lines: string[] = [];
  const client = openTestClient(server.url, { log: (line) => lines.push(line) });
  const failures: unknown[] = [];
  for (const path of ['/a', `/b/${TEST_KEY}`, '/c']) {
    failures.push(await failureOf(client.request('GET', path, { operationClass: 'read' })));
  }
  expect(failures).toMatchObject([
    { kind: 'refused', code: 'invalid_key', title: '[key]', detail: 'no [key] here', status: 401 },
    { kind: 'not_the_service' },
    { kind: 'not_the_service' },
  ]);
  expect(lines.length).toBe(3);
  expect(JSON.stringify([failures, lines])).not.toContain('S3cret');
});

test.each([
  ['without a code', '{"title":"No such thing"}', 'No such thing'],
  ['null', 'null', 'The service responded with status 404'],
  ['an empty one', '', 'The service responded with status 404'],
  ['broken JSON', '{"code":', 'The service responded with status 404'],
  ['a code that is no text', '{"code":7}', 'The service responded with status 404'],
])(
  'a problem with little in it goes by its status and the id of its header: %s',
  async (_name, body, title) => {
    proves('UI-exit-by-status');
    const server = await serve(answers(404, body, { ...problem, 'x-request-id': 'srv-404' }));
    const client = openTestClient(server.url);
    const failure = await failureOf(
      client.request('GET', '/api/v1/jobs/x', { operationClass: 'read' }),
    );
    expect(failure).toEqual({
      kind: 'refused',
      code: 'status_404',
      title,
      status: 404,
      requestId: 'srv-404',
    });
  },
);

test('after a 5xx that says nothing an action is looked up', async () => {
  proves('UI-lost-answer');
  const server = await serve(answers(502, 'null', problem));
  const call = openTestClient(server.url).callTool('run_skill', '{}', { operationClass: 'write' });
  expect(await failureOf(call)).toMatchObject({
    kind: 'refused',
    next: [{ step: 'look_up_action' }],
  });
});
