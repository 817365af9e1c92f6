import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { startTestServer } from '../../support/test-server.ts';

// Not even root can make a folder there, or in a file.
const NOWHERE = '/proc/nowhere';
const IN_A_FILE = '/dev/null/fleet';

test('a folder that cannot be made is named, with the variable that chooses another', async () => {
  proves('UI-exit-1', 'UI-output-errors');
  const server = await startTestServer();
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.run };
  const file = join(mkdtempSync(join(tmpdir(), 'fleet-')), 'secret');
  const runs = [
    runFleet(['secret', 'new', 'build-01', 'TOKEN', '--file', file], {
      env: { ...env, FLEET_STATE_DIR: NOWHERE },
    }),
    runFleet(['auth', 'login', '--key-stdin', '--store', 'file'], {
      env: { ...env, FLEET_CONFIG_DIR: NOWHERE },
      stdin: server.keys.run,
    }),
  ];
  for (const { code, stderr } of await Promise.all(runs)) {
    expect(code).toBe(1);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'folder_not_made',
      detail: expect.stringMatching(/^\/proc\/nowhere.*: it cannot be made: ENOENT.*$/),
      advice: expect.stringContaining('FLEET_STATE_DIR'),
    });
  }
});

test('the doctor sees that a folder cannot be made before somebody needs it', async () => {
  const server = await startTestServer();
  const { code, stdout } = await runFleet(['doctor'], {
    env: {
      FLEET_BASE_URL: server.baseUrl,
      FLEET_API_KEY: server.keys.read,
      FLEET_STATE_DIR: join(IN_A_FILE, 'deeper'),
    },
  });
  const { checks } = JSON.parse(stdout);
  expect(checks.find(({ check }: { check: string }) => check === 'state_folder')).toMatchObject({
    state: 'failed',
    detail: '/dev/null/fleet/deeper is not there and cannot be made.',
  });
  expect(code).toBe(1);
});
