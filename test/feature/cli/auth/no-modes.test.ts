import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutModes } from '../../../support/disk/no-modes.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';
import { startTestServer } from '../../../support/test-server.ts';

test('a key in a file that its file system keeps from nobody is stored, and told of', async () => {
  proves('PLATFORM-no-modes', 'UI-auth-file-store');
  const server = await startTestServer();
  const config = join(newTemporaryFolder(), 'config');
  const args = ['auth', 'login', '--key-stdin', '--store', 'file', '--base-url', server.baseUrl];
  const logIn = (env: Readonly<Record<string, string>>) =>
    runFleet(args, { env: { FLEET_CONFIG_DIR: config, ...env }, stdin: server.keys.read });
  const { code, stderr } = await logIn(withoutModes(config));
  expect([code, stderr]).toEqual([
    0,
    `Every user of this computer can read the key in ${join(config, 'keys', 'default')}: its file system keeps no permissions.\n`,
  ]);
  expect((await logIn({})).stderr).toBe('');
});
