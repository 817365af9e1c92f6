import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchFolder } from '../../src/machine/watch-folder.ts';
import { proves } from '../support/proves.ts';
import { newTemporaryFolder } from '../support/temporary-folder.ts';

test('every change of a skill is seen, also where an editor replaces its file or a folder is new', async () => {
  proves('FIRST-changes');
  const root = newTemporaryFolder();
  const skills = join(root, 'skills');
  await mkdir(join(skills, 'a'), { recursive: true });
  let seen = 0;
  const clock = {
    now: () => 0,
    after(_delayMs: number, action: () => void) {
      action();
      return () => undefined;
    },
  };
  const watching = watchFolder({ root, skills }, clock, () => {
    seen += 1;
  });
  onTestFinished(() => watching.close());
  /** Looks until what was seen stays as it is, and more than before. */
  const expectSeen = async (act: () => Promise<void>) => {
    const before = seen;
    await act();
    await expect.poll(() => seen).toBeGreaterThan(before);
    let last = -1;
    await expect
      .poll(() => {
        const isQuiet = seen === last;
        last = seen;
        return isQuiet;
      })
      .toBe(true);
  };
  await expectSeen(() => mkdir(join(skills, 'b')));
  const file = join(skills, 'b/SKILL.md');
  await expectSeen(() => writeFile(file, 'One'));
  for (const letter of ['a', 'b', 'c', 'd']) {
    await expectSeen(async () => {
      await writeFile(join(root, 'new'), letter);
      await rename(join(root, 'new'), file);
    });
  }
  await expectSeen(() => rename(join(skills, 'b'), join(root, 'b')));
  await expectSeen(() => mkdir(join(skills, 'b')));
  await expectSeen(() => writeFile(file, 'Two'));
  await expectSeen(() => rename(skills, join(root, 'away')));
  await expectSeen(() => rename(join(root, 'away'), skills));
  await expectSeen(() => writeFile(file, 'Three'));
  await expectSeen(() => writeFile(join(root, 'fleet.yaml'), 'mode: observe\n'));
});
