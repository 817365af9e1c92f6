import { expect, onTestFinished, test } from 'vitest';
import { startDemoFleet } from '../../../src/demo/fleet.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';
import { startTestServer } from '../../support/test-server.ts';

test('each machine of the demonstration has reported, also the one that is away by now', async () => {
  proves('UI-setup-demo');
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const { baseUrl, pair } = server;
  const stop = await startDemoFleet({ baseUrl, pair, folder: newTemporaryFolder() });
  onTestFinished(stop);
  const told = async () => {
    const { machines } = (await server.tool('list_machines')).body;
    return Object.fromEntries(
      machines.map((one: { name: string; mode: string; status: string }) => [
        one.name,
        [one.mode, one.status],
      ]),
    );
  };
  await expect
    .poll(async () => {
      clock.advance(5000);
      return told();
    })
    .toMatchObject({
      'mini-04': ['control', 'offline'],
      'lab-03': ['control', 'degraded'],
      'edge-02': ['observe', 'online'],
    });
});
