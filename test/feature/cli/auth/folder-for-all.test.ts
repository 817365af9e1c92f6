import { chmodSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runFleet } from '../../../support/run-fleet.ts';
import { startTestServer } from '../../../support/test-server.ts';

test('a folder for all users, as /tmp, takes no settings and stays open to them', async ({
  skip,
}) => {
  skip(process.platform === 'win32', 'Windows has no such folders');
  const server = await startTestServer();
  const shared = mkdtempSync(join(tmpdir(), 'fleet-shared-'));
  chmodSync(shared, 0o1777);
  const login = ['auth', 'login', '--base-url', server.baseUrl, '--key-stdin', '--store', 'file'];
  const env = { FLEET_CONFIG_DIR: shared };
  const { code, stderr } = await runFleet(login, { env, stdin: server.keys.read });
  const { error } = JSON.parse(stderr);
  expect([code, error.code]).toEqual([1, 'folder_shared']);
  expect(error.advice).not.toContain('move it away');
  expect([statSync(shared).mode & 0o7777, readdirSync(shared)]).toEqual([0o1777, []]);
});
