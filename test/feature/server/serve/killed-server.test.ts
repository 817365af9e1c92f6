import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet, startFleet } from '../../../support/run-fleet.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

/** A real `fleet serve` on the folder, ready to be called. */
async function serve(folder: string) {
  const child = startFleet(['serve', '--json', '--listen', '127.0.0.1:0', '--data', folder]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(createInterface({ input: child.stdout }), 'line');
  return { child, ended: once(child, 'close') };
}

test('a second server on the same folder is refused, and a killed one leaves no lock', async () => {
  proves('PROJECT-one-server');
  const folder = newTemporaryFolder();
  const first = await serve(folder);
  const args = ['serve', '--listen', '127.0.0.1:0', '--data', folder];
  const second = await runFleet(args);
  expect([second.code, second.stdout]).toEqual([1, '']);
  expect(second.stderr).toContain(folder);
  first.child.kill('SIGKILL');
  await first.ended;
  const third = await serve(folder);
  third.child.kill('SIGTERM');
  expect((await third.ended)[0]).toBe(0);
}, 30_000);
