import { expect, test } from 'vitest';
import { refuseMisplacedKey } from '../../../../src/commands/misplaced-key.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';

const KEY = 'fleet_key_38canary0000_badc0de0000000000000000000000000000000000badc0de00';
const TOKEN = 'fleetm_38canary000_badc0de_00000000-0000000000000000000000-_badc0de';
/** As another service may make them. */
const FOREIGN = 'sk-badc0de-0123456789';

test('a key or token among the words is shown nowhere, and nothing is sent', async () => {
  proves('UI-keys-misplaced', 'UI-keys-hidden');
  const service = await startScriptedService({ tools: [], answer: () => ({ body: {} }) });
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: FOREIGN };
  const runs = await Promise.all(
    [
      ['auth', 'login', KEY],
      ['auth', 'login', FOREIGN],
      ['auth', 'login', 'another-badc0de-of-no-known-form'],
      ['auth', 'status', '--profile', KEY],
      ['auth', 'login', `--key-file=${KEY}`, '--verbose'],
      ['auth', 'token', `--${KEY}`],
      ['cloud', 'get-machine', KEY],
      ['cloud', `op:${KEY}`, '--help'],
      ['cloud', 'get-job', `--job=${TOKEN}`, '--dry-run'],
      ['api', 'GET', `/api/v1/me?key=${FOREIGN}`],
      ['cloud', 'get-job', '--', KEY],
      ['each', '--machine', '*', '--', 'run-skill', KEY],
      ['secret', 'new', 'build-01', 'TOKEN', '--', KEY],
      [KEY],
      ['mcp', '--profile', KEY],
    ].map(async (args) => ({ args, ...(await runFleet([...args], { env })) })),
  );
  for (const { args, code, stderr, stdout } of runs) {
    expect({ args, code, shown: (stdout + stderr).includes('badc0de') }).toEqual({
      args,
      code: 2,
      shown: false,
    });
  }
  expect(service.requests).toEqual([]);
  const text = (await runFleet(['auth', 'status', '--profile', KEY, '-o', 'yaml'])).stderr;
  expect(text).toContain('The value of --profile');
  expect(text).toContain('make a new one and revoke this one');
  await service.stop();
}, 60_000);

test.each([
  'FLEET_BASE_URL',
  'FLEET_PROFILE',
  'FLEET_API_KEY_FILE',
  'FLEET_OUTPUT',
  'FLEET_CATALOGUE',
  'https_proxy',
])('a key in %s is not shown, and the variable is named', async (name) => {
  proves('UI-keys-misplaced', 'UI-keys-hidden');
  const env = { FLEET_BASE_URL: 'https://fleet.test', [name]: KEY };
  const { code, stderr, stdout } = await runFleet(['doctor'], { env });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).not.toContain('badc0de');
  expect(stderr).toContain(`The variable ${name}`);
});

test('a base URL that is no URL at all is not shown: it may be a key', async () => {
  proves('UI-keys-misplaced');
  const env = { FLEET_BASE_URL: 'badc0de-of-no-known-form' };
  const { code, stderr } = await runFleet(['auth', 'status'], { env });
  expect(code).toBe(2);
  expect(stderr).toContain('It must start with https:// or http://');
  expect(stderr).not.toContain('badc0de');
});

test('a long word is looked at in no time, whatever it is made of', () => {
  const words = ['fleet_aa_'.repeat(100_000), `fleet_${'a'.repeat(1_000_000)}`];
  expect(() => refuseMisplacedKey(words, {})).not.toThrow();
});

test('what belongs to a command after -- is its own', async () => {
  const args = ['secret', 'new', 'box', 'A', '--', 'no-such-program', KEY];
  const env = { FLEET_BASE_URL: 'http://127.0.0.1:1', FLEET_API_KEY: 'key-1' };
  expect((await runFleet(args, { env })).code).toBe(127);
});
