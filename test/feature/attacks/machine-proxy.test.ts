import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeCloud, TOKEN } from '../../support/machine/fake-cloud.ts';
import { shellSkill, writeMachineFolder } from '../../support/machine/machine-folder.ts';
import { isOver } from '../../support/machine/read-jobs.ts';
import { proves } from '../../support/proves.ts';
import { startFleet } from '../../support/run-fleet.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

test.each([
  { NODE_USE_ENV_PROXY: '1' },
  { NODE_OPTIONS: '--use_env_proxy' },
  { NODE_OPTIONS: '--use-env-proxy', no_proxy: 'other.example' },
])('no proxy reads the token for a service on this computer: %j', async (asked) => {
  proves('ATTACK-machine-token');
  const seen: string[] = [];
  const proxy = createServer(({ url }, response) => {
    seen.push(String(url));
    response.writeHead(502).end();
  });
  proxy.on('connect', ({ url }, socket) => {
    seen.push(String(url));
    socket.destroy();
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  const folder = newTemporaryFolder();
  await writeMachineFolder(folder, { skills: { look: shellSkill('echo done') } });
  const cloud = await startFakeCloud();
  const { port } = proxy.address() as AddressInfo;
  const machine = startFleet(['machine', '--base-url', cloud.baseUrl, '--folder', folder], {
    env: { FLEET_MACHINE_TOKEN: TOKEN, HTTP_PROXY: `http://127.0.0.1:${port}`, ...asked },
  });
  const closed = once(machine, 'close');
  onTestFinished(() => void machine.kill('SIGKILL'));
  const runs = cloud.run('look').then((id) => cloud.job(id, isOver));
  await expect
    .poll(async () => seen.length > 0 || (await Promise.race([runs, undefined])))
    .toBeTruthy();
  expect(seen).toEqual([]);
  machine.kill('SIGTERM');
  await closed;
});
