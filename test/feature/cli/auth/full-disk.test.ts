import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { startTestServer } from '../../../support/test-server.ts';

/** Node's files can be opened, and take no byte: as Node tells a full disk, without a path. */
const FULL_DISK = `--import=data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs/promises';
  const { open } = fs;
  const refuse = async () => {
    const of = { errno: -28, code: 'ENOSPC', syscall: 'write' };
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), of);
  };
  fs.open = async (...file) => Object.assign(await open(...file), { writeFile: refuse });
`)}`;

test('a login on a full disk names the file and what helps, and leaves nothing of it', async () => {
  proves('UI-output-errors', 'UI-auth-login');
  const server = await startTestServer();
  const config = join(mkdtempSync(join(tmpdir(), 'fleet-full-')), 'config');
  const env = { FLEET_CONFIG_DIR: config, FLEET_BASE_URL: server.baseUrl, NODE_OPTIONS: FULL_DISK };
  const args = ['auth', 'login', '--key-stdin', '--store', 'file', '-o', 'json'];
  const { code, stderr } = await runFleet(args, { env, stdin: server.keys.read });
  expect(code).toBe(1);
  const file = join(config, 'keys', 'default');
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'not_written',
    title: 'A file could not be written',
    detail: expect.stringMatching(
      new RegExp(`^${file}: the disk is full \\(ENOSPC\\)\\.[^]*stays valid where it was made`),
    ),
    advice: 'Make room on it, and try again.',
  });
  expect([readdirSync(join(config, 'keys')), existsSync(join(config, 'profiles.json'))]).toEqual([
    [],
    false,
  ]);
});
