import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

test('a command of a day ago is forgotten while the machine runs, and one without its result is not', async () => {
  proves('MACHINE-commands-kept');
  let aheadMs = 0;
  const { cloud, folder } = await startTestMachine({ aheadMs: () => aheadMs });
  const patch = () => cloud.send('config.patch', { set: { max_running_jobs: 3 } });
  const kept = () => readdirSync(join(folder, 'state', 'commands')).sort();
  const first = await patch();
  expect(kept()).toEqual([`${first.command}.json`]);
  await cloud.send('ping');
  aheadMs = DAY_MS - 60_000;
  const second = await patch();
  expect(kept()).toEqual([first, second].map(({ command }) => `${command}.json`).sort());
  await cloud.send('ping');
  aheadMs = DAY_MS + 60_000;
  const third = await patch();
  expect(kept()).toEqual([second, third].map(({ command }) => `${command}.json`).sort());
});
