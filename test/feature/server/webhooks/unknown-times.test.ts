import { expect, test } from 'vitest';
import { callAllWays } from '../../../support/operations/call-all-ways.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer } from '../../../support/test-server.ts';

test.each([
  'yesterday',
  '2026-02-31',
  '2026-13-01',
  '2026-10-01T12:00:60Z',
  '2026-10-01T23:59:60+02:00',
  '2026-10-01T23:59:61Z',
  '2026-10-01T24:00:01Z',
  '2026-10-01T12:00:00+24:00',
  '2026-10-01+02',
  '2026-10-01T12:00:00 02:00',
])('%s is no time to filter by', async (since) => {
  proves('ROUTE-GET-/api/v1/deliveries');
  const server = await startTestServer();
  for (const { way, status, body } of await callAllWays(server, 'list_deliveries', { since })) {
    expect([way, status, body.code]).toEqual([way, 400, 'invalid_request']);
    expect(body.detail).toContain(`\`since\` is ${JSON.stringify(since)}`);
  }
});
