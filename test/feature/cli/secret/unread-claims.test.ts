import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { problemResponse, type ScriptedResponse } from '../../../support/scripted-service.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';
import { errorOf } from '../../../support/secret/secret-workspace.ts';

const NEW = ['secret', 'new', 'box', 'A', '--file', 'value', '--json'];
const LOST =
  'The value may be lost: the service hands it out once, perhaps in a response that could not be read.';
const BROKEN: ScriptedResponse = { status: 502, body: {} };

/** A service that answers the claims one after the other with what the test says, then `claimed`. */
async function endedAfter(...responses: readonly ScriptedResponse[]) {
  const left = [...responses];
  const service = await openSealingService({
    claims: ['claimed'],
    first: ({ path }) => (path.endsWith('/claim') ? left.shift() : undefined),
  });
  const run = await service.fleet(NEW);
  return { ...service, run, error: errorOf(run) };
}

test.each<readonly [string, readonly ScriptedResponse[]]>([
  ['nothing', [{ body: undefined }]],
  ['another type', [{ headers: { 'content-type': 'text/html' }, body: {} }]],
  ['a redirect', [{ status: 302, headers: { location: '/' }, body: {} }]],
  ['a proxy that failed, then a refusal', [BROKEN, problemResponse(401, 'invalid_key')]],
])('a claim answered with %s may have lost the value, and says so', async (_what, responses) => {
  proves('UI-secret-unread-claim', 'UI-secret-journal');
  const { entries, error, fleet, run } = await endedAfter(...responses);
  expect(run.code).toBeGreaterThan(0);
  expect(error.advice).toContain(LOST);
  expect(error.advice).toContain(`Continue with: fleet secret resume ${error.id}`);
  expect(error.advice).not.toContain('Nothing is lost');
  expect(error.advice).not.toContain('list-audit-log');
  expect(await entries()).toMatchObject([{ id: error.id, state: 'asked' }]);
  expect(errorOf(await fleet(['secret', 'resume', '--json'])).code).toBe('claimed');
});

test('a claim in no known state may have lost the value too', async () => {
  proves('UI-secret-unread-claim');
  const { error } = await endedAfter({ body: { claim: { state: 'sealed' } } });
  expect(error.advice).toContain('the value may be lost');
});

test.each<readonly [string, readonly ScriptedResponse[]]>([
  ['a refusal', [problemResponse(401, 'invalid_key')]],
  [
    'a proxy that failed, then a refusal after the machine was still waited for',
    [BROKEN, { status: 202, body: { state: 'pending' } }, problemResponse(401, 'invalid_key')],
  ],
])('a claim answered with %s has lost nothing', async (_what, responses) => {
  proves('UI-secret-journal');
  const { error } = await endedAfter(...responses);
  expect(error.advice).toMatch(
    /^Nothing is lost yet\. Once \w+ has made the secret, its value waits for two minutes/,
  );
});

test('a claim with another key than asked says that this one is not enough', async () => {
  proves('UI-secret-journal');
  const { error } = await endedAfter(problemResponse(403, 'forbidden'));
  expect(error.advice).toMatch(/^Only the key that asked for it/);
  expect(error.advice).toContain(`Continue with: fleet secret resume ${error.id}`);
});
