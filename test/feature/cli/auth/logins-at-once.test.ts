import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { askKeychain } from '../../../support/secret/ask-keychain.ts';
import { HAS_SECRET_SERVICE } from '../../../support/secret/secret-session.ts';
import { startSecretService } from '../../../support/secret-service.ts';
import { startTestServer } from '../../../support/test-server.ts';

beforeEach(({ skip }) => skip(!HAS_SECRET_SERVICE, 'no gnome-keyring and dbus are installed'));

/** Files by which this test and the programs know of each other. */
function signs() {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-signs-'));
  return {
    stalled: join(folder, 'stalled'),
    goesOn: join(folder, 'goes-on'),
    waits: join(folder, 'waits'),
  };
}

type Signs = ReturnType<typeof signs>;

const hook = (source: string) => `--import=data:text/javascript,${encodeURIComponent(source)}`;

/** Once its profile is there, it stands still at its next call of the keychain until it may go on. */
const stallsBeforeLast = ({ goesOn, stalled }: Signs) =>
  hook(`
  import processes from 'node:child_process';
  import { existsSync, writeFileSync } from 'node:fs';
  import fs from 'node:fs/promises';
  const { rename } = fs;
  const { spawn } = processes;
  let isSaved = false;
  fs.rename = async (from, to) => {
    await rename(from, to);
    isSaved ||= to.endsWith('profiles.json');
  };
  processes.spawn = (...words) => {
    if (isSaved) writeFileSync('${stalled}', '');
    while (isSaved && !existsSync('${goesOn}')) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
    return spawn(...words);
  };
`);

/** Tells that it has found a lock taken. */
const tellsOfLocks = ({ waits }: Signs) =>
  hook(`
  import { writeFileSync } from 'node:fs';
  import { DatabaseSync } from 'node:sqlite';
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (statement) {
    try {
      return exec.call(this, statement);
    } catch (error) {
      writeFileSync('${waits}', '');
      throw error;
    }
  };
`);

/** A person with a key in a keychain, and a login with another that stands still before its last step. */
async function stalledLogin() {
  const server = await startTestServer();
  const config = join(mkdtempSync(join(tmpdir(), 'fleet-at-once-')), 'config');
  const bus = await startSecretService();
  const env = { ...bus, FLEET_CONFIG_DIR: config };
  const fleet = (args: readonly string[], stdin = '', options = '') =>
    runFleet(args, { env: { ...env, NODE_OPTIONS: options }, stdin });
  const login = ['auth', 'login', '--key-stdin', '--base-url', server.baseUrl];
  expect((await fleet(login, server.keys.read)).code).toBe(0);
  const at = signs();
  const stalled = fleet(login, server.keys.run, stallsBeforeLast(at));
  await expect.poll(() => existsSync(at.stalled)).toBe(true);
  return {
    bus,
    config,
    fleet,
    login,
    server,
    /** Runs a second one beside it to its end, or until it waits, and then both to theirs. */
    async andThen(args: readonly string[], stdin = '') {
      let isEnded = false;
      const second = fleet(args, stdin, tellsOfLocks(at)).finally(() => {
        isEnded = true;
      });
      await expect.poll(() => isEnded || existsSync(at.waits)).toBe(true);
      writeFileSync(at.goesOn, '');
      return (await Promise.all([stalled, second])).map(({ code }) => code);
    },
  };
}

test('of two logins at once, the profile has the key of its own', async () => {
  proves('UI-auth-login-at-once');
  const { andThen, fleet, login, server } = await stalledLogin();
  expect(await andThen(login, server.keys.admin)).toEqual([0, 0]);
  const { scope } = JSON.parse((await fleet(['auth', 'status'])).stdout);
  const { stdout: token } = await fleet(['auth', 'token']);
  expect([scope, token.trim()]).toEqual(['fleet:admin', server.keys.admin]);
}, 60_000);

test('a logout beside a login leaves no key behind that no profile names', async () => {
  proves('UI-auth-login-at-once');
  const { andThen, bus, config, fleet, server } = await stalledLogin();
  expect(await andThen(['auth', 'logout'])).toEqual([0, 0]);
  expect(JSON.parse((await fleet(['auth', 'status'])).stdout).profiles).toEqual([]);
  const account = `default@${server.baseUrl} in ${config}`;
  expect(await askKeychain(bus, { action: 'read', account })).toEqual({ secret: null });
}, 60_000);
