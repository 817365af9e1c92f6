import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { giveFolder } from '../../../src/machine/runners/give-folder.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

test('a folder is given away with what is in it, and nothing behind a link, also one to itself', async ({
  skip,
}) => {
  skip(process.geteuid === undefined, 'there are no owners by number');
  proves('ATTACK-linked-skill');
  const folder = newTemporaryFolder();
  const skill = join(folder, 'skill');
  mkdirSync(join(skill, 'deep', 'deeper'), { recursive: true });
  mkdirSync(join(folder, 'outside', 'deep'), { recursive: true });
  const inside = ['skill', 'skill/deep', 'skill/deep/deeper', 'skill/file', 'skill/deep/file'];
  const outside = ['outside', 'outside/file', 'outside/deep', 'outside/deep/file'];
  for (const path of [...inside, ...outside].filter((path) => path.endsWith('file')))
    writeFileSync(join(folder, path), 'x');
  for (const name of ['one', 'two', 'deep/three']) symlinkSync('.', join(skill, name));
  symlinkSync(join(folder, 'outside'), join(skill, 'data'));
  symlinkSync(join(folder, 'outside', 'file'), join(skill, 'deep', 'key'));
  // To be given away, even to the same user, is written down as a change.
  const changes = (paths: readonly string[]) =>
    paths.map((path) => statSync(join(folder, path), { bigint: true }).ctimeNs);
  const before = { inside: changes(inside), outside: changes(outside) };
  const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  await giveFolder(skill, user);
  expect(changes(outside)).toEqual(before.outside);
  changes(inside).forEach((at, index) => {
    expect(at, inside[index]).toBeGreaterThan(before.inside[index] ?? 0n);
  });
});
