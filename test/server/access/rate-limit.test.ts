import { expect, test } from 'vitest';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import { startTestServer } from '../../support/test-server.ts';

test('a key has 600 requests in any 60 seconds, refused ones of any kind among them', async () => {
  proves(
    'LIM-request-rate',
    'ERR-rate_limited',
    'ERR-rate_limited@every-operation',
    'WIRE-rate-window',
  );
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const paths = ['/api/v1/me', '/api/v1/jobs/none', '/api/v1/none', '/api/v1/jobs?limit=0'];
  for (let count = 0; count < 600; count += 1) {
    if (count === 300) clock.advance(10_500);
    const { status } = await server.call(paths[count % 4] ?? '', { scope: 'read' });
    expect(status).not.toBe(429);
  }
  const refused = await server.tool('list_machines', {}, 'read');
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
  expect(refused.headers.get('retry-after')).toBe('50');
  expect((await server.call('/api/v1/me', { scope: 'run' })).status).toBe(200);
  clock.advance(49_499);
  expect((await server.call('/api/v1/me', { scope: 'read' })).status).toBe(429);
  clock.advance(501);
  expect((await server.call('/api/v1/me', { scope: 'read' })).status).toBe(200);
}, 60_000);

test('a clock that was set back an hour does not keep a key out for an hour', async () => {
  proves('LIM-request-rate');
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const ask = async () => (await server.call('/api/v1/me', { scope: 'read' })).status;
  // As somebody who is never near the limit.
  for (let count = 0; count < 600; count += 1) {
    expect(await ask()).toBe(200);
    clock.advance(1000);
  }
  clock.sleep(-3_600_000);
  expect(await ask()).toBe(200);
}, 60_000);
