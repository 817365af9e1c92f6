import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../src/base/time/clock.ts';
import { createAgreedTools } from '../../../src/bridge/tools/agreed-tools.ts';
import { describedAs } from '../../../src/bridge/tools/tool-description.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

const NAMES = ['one', 'two', 'three', 'four'];

test('what bridges of one profile are told at once is kept of each', async () => {
  proves('BRIDGE-changed-tool');
  const folder = newTemporaryFolder();
  const before = new Map(NAMES.map((name) => [name, describedAs({ name, description: 'Old.' })]));
  const bridge = (clock: Clock = systemClock) =>
    createAgreedTools({
      folder,
      clock,
      of: async () => ({ profile: 'default', baseUrl: 'https://fleet.example.com' }),
      known: (name) => ({ name, description: 'New.' }),
      log: () => {},
    });
  await bridge().change('one', before);
  const agreeing = NAMES.map(async (name) => {
    const one = bridge();
    const change = await one.change(name, before);
    if (change === undefined) throw new Error(`${name} has not changed`);
    await one.agree(name, change);
  });
  await Promise.all(agreeing);
  // It waits for nobody: what is told to one bridge at once is written in turn.
  const later = bridge(createFakeClock());
  const changes = await Promise.all(NAMES.map((name) => later.change(name, before)));
  expect(changes).toEqual(NAMES.map(() => undefined));
  const now = describedAs({ name: 'one', description: 'New.' });
  await Promise.all(NAMES.map((name) => later.agree(name, { before: now, now })));
  expect(await readdir(join(folder, 'mcp'))).toEqual([expect.stringMatching(/^agreed-\w+\.json$/)]);
});
