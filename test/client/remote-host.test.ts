import nock from 'nock';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { failureOf, openTestClient } from '../support/test-client.ts';

// No test reaches a host beyond this computer: the socket to it is the one thing that is stood in for.
beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());
afterAll(() => nock.restore());

const read = { operationClass: 'read' } as const;

test('a host beyond this computer is called over https, with the key in its header only', async () => {
  const cloud = nock('https://cloud.example', {
    reqheaders: { authorization: 'Bearer fleet_k1_S3cretS3cretS3cret' },
  })
    .post('/api/v1/tools/list_machines', {})
    .reply(200, '{"machines":[]}', { 'content-type': 'application/json' });
  const client = openTestClient('https://cloud.example');
  const { value } = await client.callTool('list_machines', '{}', read);
  expect(value).toEqual({ machines: [] });
  expect(cloud.isDone()).toBe(true);
});

test('a host that breaks every connection is asked for a read four times', async () => {
  const broken = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  nock('https://far.example').post('/api/v1/tools/get_job').times(4).replyWithError(broken);
  const client = openTestClient('https://far.example');
  const failure = await failureOf(client.callTool('get_job', '{}', read));
  expect(failure).toMatchObject({ kind: 'network' });
  expect(JSON.stringify(failure)).toContain('far.example');
  expect(nock.pendingMocks()).toEqual([]);
});
