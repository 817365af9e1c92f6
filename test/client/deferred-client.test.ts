import { expect, test } from 'vitest';
import { deferClient } from '../../src/client/deferred-client.ts';
import type { FleetClient } from '../../src/client/fleet-client.ts';
import { parseBaseUrl } from '../../src/contract/base-url.ts';
import { Failure } from '../../src/contract/failure.ts';
import { answers, serve } from '../support/misbehaving-server.ts';
import { failureOf, openTestClient } from '../support/test-client.ts';

test('a request waits for the key, and what needs no request does not', async () => {
  const server = await serve(answers(200, '{}'));
  const opening = Promise.withResolvers<FleetClient>();
  const client = deferClient(parseBaseUrl(server.url), opening.promise);
  await client.close();
  const response = client.request('GET', '/api/v1/me', { operationClass: 'read' });
  await new Promise(setImmediate);
  expect(server.seen.length).toBe(0);
  opening.resolve(openTestClient(server.url));
  expect((await response).value).toEqual({});
  await client.close();
});

test('a key that does not come ends each request, and nothing else', async () => {
  const opening = Promise.reject(new Failure('no_key', { code: 'no_keychain', title: 'None' }));
  const client = deferClient(parseBaseUrl('http://127.0.0.1:1'), opening);
  await new Promise(setImmediate);
  const called = client.callTool('list_machines', '{}', { operationClass: 'read' });
  expect(await failureOf(called)).toMatchObject({ kind: 'no_key', code: 'no_keychain' });
  await client.close();
});
