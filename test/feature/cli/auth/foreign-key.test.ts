import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';

const KEY = 'fleet_of_work';

async function startService() {
  const service = await startScriptedService({
    tools: [],
    answer: () => ({ body: { key_name: 'k' } }),
  });
  onTestFinished(() => service.stop());
  return service;
}

/** A person whose profile `work` has a key for the first of two services. */
async function loggedInToWork() {
  const [work, other] = [await startService(), await startService()];
  const env = { FLEET_CONFIG_DIR: join(mkdtempSync(join(tmpdir(), 'fleet-foreign-')), 'config') };
  const logIn = (baseUrl: string, name: string, key = KEY, own = {}) =>
    runFleet(
      ['auth', 'login', '--base-url', baseUrl, '--profile', name, '--store', 'file', '--key-stdin'],
      { env: { ...env, ...own }, stdin: key },
    );
  const profiles = async (): Promise<readonly string[]> => {
    const { stdout } = await runFleet(['auth', 'status'], { env });
    return JSON.parse(stdout).profiles.map(({ name }: { readonly name: string }) => name);
  };
  expect((await logIn(work.baseUrl, 'work')).code).toBe(0);
  return { work, other, logIn, profiles };
}

test('a key that another profile has for another service is not sent to the one of a login', async () => {
  proves('UI-auth-login-foreign', 'UI-keys-origin', 'UI-keys-hidden');
  const { logIn, other, profiles, work } = await loggedInToWork();
  const { code, stderr } = await logIn(other.baseUrl, 'other');
  expect([code, other.requests]).toEqual([2, []]);
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'foreign_key',
    detail: `It is that of the profile work, for ${work.baseUrl}; the login is to ${other.baseUrl}. Nothing was sent.`,
    advice: expect.stringContaining('--profile work'),
  });
  expect(stderr).not.toContain(KEY);
  expect(await profiles()).toEqual(['work']);
});

test('a key is taken for the origin it is known for, and under the name it is known by', async () => {
  proves('UI-auth-login-foreign', 'UI-auth-login');
  const { logIn, other, profiles, work } = await loggedInToWork();
  expect(await logIn(work.baseUrl, 'again')).toMatchObject({ code: 0, stderr: '' });
  expect((await logIn(other.baseUrl, 'other', 'fleet_of_other')).code).toBe(0);
  expect((await logIn(other.baseUrl, 'work')).code).toBe(0);
  // Two origins have the key by now.
  expect((await logIn(work.baseUrl, 'third')).code).toBe(0);
  expect(await profiles()).toEqual(['again', 'other', 'third', 'work']);
});

test('an origin is the same however it is written', async () => {
  proves('UI-auth-login-foreign');
  const { logIn, profiles, work } = await loggedInToWork();
  const { port } = new URL(work.baseUrl);
  const written = [
    `HTTP://127.1:${port}/`,
    `http://0x7f000001:0${port}//`,
    `http://127.0.0.1:${port}/api`,
  ];
  for (const [at, baseUrl] of written.entries()) {
    const { code, stderr } = await logIn(baseUrl, `as_${at}`);
    expect([baseUrl, code, stderr]).toEqual([baseUrl, 0, '']);
  }
  expect(await profiles()).toEqual(['as_0', 'as_1', 'as_2', 'work']);
});

test('a login says which key of the environment goes before the one that it stores', async () => {
  proves('UI-auth-which');
  const { logIn, other } = await loggedInToWork();
  const own = { FLEET_API_KEY: 'fleet_of_elsewhere' };
  expect(await logIn(other.baseUrl, 'other', 'fleet_of_other', own)).toMatchObject({
    code: 0,
    stderr: 'FLEET_API_KEY of the environment still goes before the stored key.\n',
  });
});
