import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet, startFleet } from '../../support/run-fleet.ts';
import { startScriptedService } from '../../support/scripted-service.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

test('a machine sends its token to no other server where another profile was chosen', async () => {
  proves('UI-machine-own-server');
  const home = newTemporaryFolder();
  const env = { FLEET_CONFIG_DIR: join(home, 'config') };
  const folder = join(home, 'build-01');
  mkdirSync(folder);
  writeFileSync(join(folder, 'token'), 'fleetm_1\n', { mode: 0o600 });
  const start = async (name: string) => {
    const body = { scope: 'fleet:read', machine: 'mac_1', commands: [], next_sync_seconds: 30 };
    const service = await startScriptedService({ tools: [], answer: () => ({ body }) });
    onTestFinished(() => service.stop());
    const login = ['auth', 'login', '--profile', name, '--base-url', service.baseUrl];
    const args = [...login, '--store', 'file', '--key-stdin'];
    expect((await runFleet(args, { env, stdin: `fleet_${name}` })).code).toBe(0);
    const synced = () => service.requests.some(({ path }) => path.endsWith('/sync'));
    return { baseUrl: service.baseUrl, synced };
  };
  const [first, second] = [await start('first'), await start('second')];
  const machine = async (...args: string[]) => {
    const running = startFleet(['machine', '--folder', folder, ...args], { env });
    await once(running.stdout, 'data');
    running.kill('SIGTERM');
    await once(running, 'close');
  };
  await runFleet(['auth', 'switch', 'first'], { env });
  await machine();
  await machine();
  expect(first.synced()).toBe(true);

  await runFleet(['auth', 'switch', 'second'], { env });
  const other = await runFleet(['machine', '--folder', folder], { env });
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining(first.baseUrl) });
  expect(second.synced()).toBe(false);
  await machine('--base-url', second.baseUrl);
  expect(second.synced()).toBe(true);
});
