import { expect, test } from 'vitest';
import { createKey, revokeKeyById } from '../../../../src/server/admin/keys.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';

async function codeWith(server: TestServer, authorization: string, path = '/api/v1/me') {
  const answer = await server.call(path, { scope: 'none', headers: { authorization } });
  return answer.status === 200 ? 'let in' : `${answer.status} ${answer.body.code}`;
}

test('without a credential every route but pricing is refused', async () => {
  proves('AUTH-bearer', 'AUTH-no-credential', 'ERR-unauthorized', 'ROUTE-GET-/api/v1/pricing');
  proves('WIRE-43rd', 'OP-get_pricing');
  const server = await startTestServer();
  for (const path of ['me', 'tools', 'machines', 'machines/m', 'jobs', 'inbox', 'commands/c']) {
    const { status, headers, body } = await server.call(`/api/v1/${path}`, { scope: 'none' });
    expect([path, status, body.code]).toEqual([path, 401, 'unauthorized']);
    expect(headers.get('www-authenticate')).toBe('Bearer');
  }
  const pricing = await server.call('/api/v1/pricing', { scope: 'none' });
  expect(pricing.status).toBe(200);
  expect(pricing.body.plans.map((plan: { code: string }) => plan.code)).toEqual([
    'free',
    'team',
    'business',
  ]);
  expect(pricing.body.enforced).toBe(false);
  const operation = await server.tool('get_pricing', {}, 'read');
  expect(operation.body).toEqual(pricing.body);
});

test('only a bearer token is a credential, and only in its header', async () => {
  proves('AUTH-never-in-url', 'AUTH-invalid-key', 'ERR-invalid_key');
  const server = await startTestServer();
  const key = server.keys.read;
  expect(await codeWith(server, `Bearer ${key}`)).toBe('let in');
  expect(await codeWith(server, `bearer  ${key}`)).toBe('let in');
  expect(await codeWith(server, `Basic ${btoa(`key:${key}`)}`)).toBe('401 unauthorized');
  expect(await codeWith(server, 'Bearer')).toBe('401 unauthorized');
  expect(await codeWith(server, key)).toBe('401 unauthorized');
  const last = key.endsWith('0') ? '1' : '0';
  for (const wrong of [`${key}0`, `${key.slice(0, -1)}${last}`, 'fleet_x_y', server.machineToken]) {
    expect(await codeWith(server, `Bearer ${wrong}`)).toBe('401 invalid_key');
  }
  const inUrl = `/api/v1/me?api_key=${key}&access_token=${key}`;
  expect((await server.call(inUrl, { scope: 'none' })).body.code).toBe('unauthorized');
  expect((await server.call(inUrl)).body.code).toBe('invalid_request');
  expect((await server.call(inUrl)).text).not.toContain(key);
});

test('a key revoked or expired is refused on the next request', async () => {
  proves('FIELD-api-key', 'AUTH-hashed', 'WIRE-key-form');
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const admin = { store: server.service.store, actor: { kind: 'person', name: 'Ada' } } as const;
  const passing = await createKey(admin, { name: 'p', scope: 'fleet:run', expiresInSeconds: 60 });
  expect(passing.key).toMatch(/^fleet_key_[0-9a-z]{11}_[0-9a-f]{48}$/);
  expect(passing.key.startsWith(`${passing.prefix}_`)).toBe(true);
  const authorization = `Bearer ${passing.key}`;
  expect(await codeWith(server, authorization)).toBe('let in');
  clock.advance(59_999);
  expect(await codeWith(server, authorization)).toBe('let in');
  clock.advance(1);
  expect(await codeWith(server, authorization)).toBe('401 invalid_key');
  const lasting = await createKey(admin, { name: 'l', scope: 'fleet:run' });
  expect(await codeWith(server, `Bearer ${lasting.key}`)).toBe('let in');
  await revokeKeyById(admin, lasting.id);
  expect(await codeWith(server, `Bearer ${lasting.key}`)).toBe('401 invalid_key');
  const rows = await server.service.store.read((db) =>
    db.selectFrom('api_keys').selectAll().execute(),
  );
  expect(JSON.stringify(rows)).not.toContain(lasting.key.slice(-20));
});

test('me says whose key it is and what it acts as', async () => {
  proves('ROUTE-GET-/api/v1/me', 'AUTH-one-scope', 'FIELD-organisation');
  const server = await startTestServer();
  const roles = { read: 'viewer', run: 'member', admin: 'admin' } as const;
  for (const [scope, role] of Object.entries(roles)) {
    const { body } = await server.call('/api/v1/me', { scope: scope as keyof typeof roles });
    expect(body.role).toBe(role);
    expect(body.scope).toBe(`fleet:${scope}`);
    expect(Object.keys(body.organisation)).toEqual(['id', 'slug', 'name']);
    expect(body.key_name).toBe(`first ${scope} key`);
  }
  const run = await server.call('/api/v1/me', { scope: 'run' });
  expect(run.body.scopes).toEqual(['fleet:read', 'fleet:run']);
});

test('with the database away every answer is unavailable, also about the key', async () => {
  proves('ERR-unavailable', 'ERR-unavailable@every-operation');
  const server = await startTestServer();
  await server.service.store.close();
  const paths = ['/api/v1/me', '/api/v1/machines', '/api/v1/jobs/j', '/healthz', '/api/v1/none'];
  for (const path of paths) {
    const { status, headers, body } = await server.call(path);
    expect([path, status, body.code]).toEqual([path, 503, 'unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  for (const tool of (await startTestServer().then((other) => other.call('/api/v1/tools'))).body
    .tools) {
    const { status, headers } = await server.tool(tool.name, {});
    expect([tool.name, status, headers.has('retry-after')]).toEqual([tool.name, 503, true]);
  }
});
