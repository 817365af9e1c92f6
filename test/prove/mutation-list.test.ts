import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFiles, ROOT } from '../check/tree.ts';
import { MUTATIONS } from './mutation-list.ts';

test('every break is of a text that is in its file, and names tests that are there', () => {
  const paths = listFiles();
  const outdated = MUTATIONS.filter(({ file, from, tests }) => {
    const isThere = paths.includes(file) && readFileSync(`${ROOT}/${file}`, 'utf8').includes(from);
    return !isThere || !tests.every((filter) => paths.some((path) => path.includes(filter)));
  });
  expect(outdated).toEqual([]);
});
