import { expect, test } from 'vitest';
import { callAllWays } from '../../../support/operations/call-all-ways.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer } from '../../../support/test-server.ts';

test('settings are read by every key and changed by an admin', async () => {
  proves('OP-get_settings', 'OP-update_settings', 'INPUT-update_settings');
  const server = await startTestServer();
  const before = (await server.tool('get_settings', {}, 'read')).body;
  expect(before).toMatchObject({ plan: 'free', store_payloads: true });
  expect(Object.keys(before).sort()).toEqual(['id', 'name', 'plan', 'slug', 'store_payloads']);
  const changed = await server.tool('update_settings', { name: 'Shop', store_payloads: false });
  expect(changed.body).toEqual({ ...before, name: 'Shop', store_payloads: false });
  const onlyName = await server.tool('update_settings', { name: 'x'.repeat(100) });
  expect(onlyName.body).toMatchObject({ name: 'x'.repeat(100), store_payloads: false });
  for (const { way, body } of await callAllWays(server, 'get_settings', {}, 'read')) {
    expect(body, way).toEqual(onlyName.body);
  }
  for (const [input, word] of [
    [{}, 'At least one of `name`'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ store_payloads: 'no' }, 'store_payloads'],
    [{ plan: 'team' }, 'plan'],
  ] as const) {
    for (const { way, status, body } of await callAllWays(server, 'update_settings', input)) {
      expect([way, status, body.code]).toEqual([way, 400, 'invalid_request']);
      expect(body.detail).toContain(word);
    }
  }
  expect((await server.tool('update_settings', { name: 'y' }, 'run')).body.code).toBe('forbidden');
});
