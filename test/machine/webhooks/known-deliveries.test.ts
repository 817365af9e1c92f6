import { appendFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { idMark, KnownDeliveries } from '../../../src/machine/webhooks/known-deliveries.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

const of = (id: string, skill = 'deploy') => ({ skill, marks: [idMark(id)] });

test('what was removed is known after a restart, to its own skill, in a closed file', async () => {
  proves('ATTACK-replay');
  const path = join(newTemporaryFolder(), 'known');
  const known = new KnownDeliveries(path);
  await known.load();
  known.add(of('1'));
  await known.keep([of('1'), { skill: 'deploy', marks: ['a', 'b'] }]);
  await known.keep([of('2')]);
  const restarted = new KnownDeliveries(path);
  await restarted.load();
  expect(restarted.has(of('1'))).toBe(true);
  expect(restarted.has({ skill: 'deploy', marks: ['x', 'b'] })).toBe(true);
  expect(restarted.has(of('2'))).toBe(true);
  expect(restarted.has(of('3'))).toBe(false);
  expect(restarted.has(of('1', 'other'))).toBe(false);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a line that a full disk cut off takes no other with it', async () => {
  proves('ATTACK-replay');
  const path = join(newTemporaryFolder(), 'known');
  const known = new KnownDeliveries(path);
  await known.keep([of('1')]);
  await appendFile(path, 'deploy 0123');
  await known.keep([of('2')]);
  const restarted = new KnownDeliveries(path);
  await restarted.load();
  expect([restarted.has(of('1')), restarted.has(of('2'))]).toEqual([true, true]);
});

test.each([
  ['while it runs', false],
  ['with each restart', true],
])(
  'the newest 100,000 of a skill are remembered, and neither file nor memory grows further %s',
  async (_when, restarts) => {
    const path = join(newTemporaryFolder(), 'known');
    let known = new KnownDeliveries(path);
    for (let from = 0; from < 250_000; from += 50_000) {
      if (restarts) known = new KnownDeliveries(path);
      if (restarts) await known.load();
      const many = Array.from({ length: 50_000 }, (_, index) => ({
        skill: 'deploy',
        marks: [`m${from + index}`],
      }));
      for (const one of many) known.add(one);
      await known.keep(many);
    }
    expect(known.has({ skill: 'deploy', marks: ['m139999'] })).toBe(false);
    expect(known.has({ skill: 'deploy', marks: ['m150000'] })).toBe(true);
    expect((await stat(path)).size).toBeLessThan(220_000 * 15);
  },
);
