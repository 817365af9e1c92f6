import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';

/** A person with a profile for each of these services, each with a key of its own. */
async function loggedIn(...names: readonly string[]) {
  const home = mkdtempSync(join(tmpdir(), 'fleet-logout-'));
  const env = { FLEET_CONFIG_DIR: join(home, 'config'), FLEET_CACHE_DIR: join(home, 'cache') };
  const fleet = (
    args: readonly string[],
    more: Readonly<Record<string, string>> = {},
    stdin = '',
  ) => runFleet([...args, '-o', 'json'], { env: { ...env, ...more }, stdin });
  const services = await Promise.all(
    names.map(async (name) => {
      const service = await startScriptedService({
        tools: [],
        answer: () => ({ body: { key_name: 'k' } }),
      });
      onTestFinished(() => service.stop());
      return { name, service };
    }),
  );
  for (const { name, service } of services) {
    const login = ['auth', 'login', '--profile', name, '--store', 'file', '--key-stdin'];
    const { code } = await fleet([...login, '--base-url', service.baseUrl], {}, `fleet_${name}`);
    expect(code).toBe(0);
  }
  const seen = () => services.map(({ name, service }) => [name, service.requests.length]);
  return { env, fleet, services, seen };
}

const CALL = ['api', 'GET', '/api/v1/me'];
const CHOOSE =
  'There are the profiles default, home: choose one with --profile, FLEET_PROFILE or fleet auth switch.';

test('after a logout of the chosen profile no other organisation is asked until one is chosen', async () => {
  proves('UI-auth-logout-chosen', 'UI-auth-which');
  const { fleet, seen, services } = await loggedIn('default', 'home', 'work');
  expect((await fleet(['auth', 'switch', 'work'])).code).toBe(0);
  const out = await fleet(['auth', 'logout']);
  const before = seen();
  const home = services[1]?.service.baseUrl ?? '';
  for (const more of [{}, { FLEET_BASE_URL: home }]) {
    const { code, stderr } = await fleet(CALL, more);
    expect(code).toBe(4);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'no_key',
      detail: expect.stringContaining('The profile work was logged out'),
      advice: expect.stringContaining(CHOOSE),
    });
  }
  const environment = await fleet(CALL, { FLEET_API_KEY: 'fleet_of_work' });
  expect([environment.code, JSON.parse(environment.stderr).error.code]).toEqual([2, 'no_base_url']);
  const again = await fleet(['auth', 'logout']);
  expect([again.code, JSON.parse(again.stderr).error]).toEqual([
    4,
    expect.objectContaining({ code: 'not_logged_in', advice: CHOOSE }),
  ]);
  expect(JSON.parse((await fleet(['auth', 'status'])).stdout)).toMatchObject({ profile: null });
  expect(seen()).toEqual(before);
  expect([out.code, out.stderr]).toEqual([
    0,
    `The key stays valid at the service until it is revoked there.\nNo profile is chosen now. ${CHOOSE}\n`,
  ]);
});

test('a key of the environment, a named profile, a choice and a login go on after a logout of the chosen profile', async () => {
  proves('UI-auth-logout-chosen', 'UI-auth-switch');
  const { fleet, services } = await loggedIn('default', 'home', 'work');
  const leave = async () => {
    await fleet(['auth', 'switch', 'work']);
    expect((await fleet(['auth', 'logout'])).code).toBe(0);
  };
  await leave();
  const [own, home, work] = services.map(({ service }) => service);
  const last = (service = own) => service?.requests.at(-1)?.headers['authorization'];
  expect((await fleet([...CALL, '--profile', 'home'])).code).toBe(0);
  expect(last(home)).toBe('Bearer fleet_home');
  const reach = { FLEET_API_KEY: 'fleet_env', FLEET_BASE_URL: work?.baseUrl ?? '' };
  expect((await fleet(CALL, reach)).code).toBe(0);
  expect(last(work)).toBe('Bearer fleet_env');
  expect((await fleet(['auth', 'switch', 'home'])).code).toBe(0);
  expect(JSON.parse((await fleet(['auth', 'status'])).stdout)).toMatchObject({ profile: 'home' });
  expect((await fleet(['auth', 'logout'])).code).toBe(0);
  const login = ['auth', 'login', '--store', 'file', '--key-stdin'];
  const to = ['--base-url', own?.baseUrl ?? ''];
  expect((await fleet([...login, ...to], {}, 'fleet_default')).code).toBe(0);
  expect(JSON.parse((await fleet(['auth', 'status'])).stdout)).toMatchObject({
    profile: 'default',
  });
});

test('a logout of the only profile is told as that nobody is logged in', async () => {
  const { fleet } = await loggedIn('work');
  await fleet(['auth', 'switch', 'work']);
  const out = await fleet(['auth', 'logout']);
  expect([out.code, out.stderr]).toEqual([
    0,
    'The key stays valid at the service until it is revoked there.\n',
  ]);
  const call = await fleet(CALL);
  expect([call.code, JSON.parse(call.stderr).error.code]).toEqual([2, 'no_base_url']);
  const reached = await fleet([...CALL, '--base-url', 'http://127.0.0.1:9']);
  expect([reached.code, JSON.parse(reached.stderr).error.detail]).toEqual([
    4,
    expect.stringContaining('Nobody is logged in'),
  ]);
  const again = await fleet(['auth', 'logout']);
  expect(JSON.parse(again.stderr).error).toMatchObject({ title: 'Nobody is logged in' });
});
