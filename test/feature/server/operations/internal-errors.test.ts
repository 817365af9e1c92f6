import { expect, test } from 'vitest';
import { callAllWays } from '../../../support/operations/call-all-ways.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer } from '../../../support/test-server.ts';

test('a fault of the service is a 500 on every way, which tells nothing of it but its id', async () => {
  proves('ERR-internal');
  const server = await startTestServer();
  await server.service.store.write(({ db }) => db.schema.dropTable('alerts').execute());
  for (const { way, status, body } of await callAllWays(server, 'list_alerts', {})) {
    expect([way, status, body.code]).toEqual([way, 500, 'internal']);
    expect(body.request_id, way).toMatch(/^\w/);
    expect(JSON.stringify(body), way).not.toMatch(/alerts|table|sql/i);
  }
  expect(server.log.join('')).toContain('alerts');
});

test('billing_unavailable is explained, and no operation here can raise it', async () => {
  proves('ERR-billing_unavailable');
  const server = await startTestServer();
  const { status, body } = await server.call('/errors/billing_unavailable', { scope: 'none' });
  expect([status, body.status]).toEqual([200, 409]);
  const described = await server.call('/api/v1/openapi.json');
  const { Problem, ...others } = described.body.components.schemas;
  expect(JSON.stringify(Problem)).toContain('billing_unavailable');
  const rest = JSON.stringify([others, described.body.paths]);
  expect(rest).not.toContain('billing_unavailable');
});
