import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/time/clock.ts';
import { openMachineLog } from '../../src/machine/machine-log.ts';
import { createScrub } from '../../src/machine/secrets/scrub.ts';
import { proves } from '../support/proves.ts';

test('beginnings of sequences in a line take no more than the time of one reading', async () => {
  proves('MACHINE-log-harmless', 'ATTACK-linear-patterns');
  const path = join(await mkdtemp(join(tmpdir(), 'fleet-log-')), 'machine.log');
  const scrub = createScrub([]);
  const log = openMachineLog({ path, clock: systemClock, scrub: async () => scrub });
  for (const begin of ['\u001b]', '\u001b[', '\u009d', '\u001bP', '\u001b[0;']) {
    log.write(`${begin.repeat(100_000)} done`);
  }
  await log.flush();
  const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
  expect(lines.map((line) => /one$|…$/.test(line))).toEqual([true, true, true, true, true]);
});
