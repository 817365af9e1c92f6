import { expect, test } from 'vitest';
import { listFiles, readCode } from '../../../check/tree.ts';
import { readCitations } from '../../../requirements/citations.ts';
import { beatsPeersAt, PEER_ROWS } from './rows.ts';

const paths = listFiles().filter((path) => /^test\/feature\/bridge\/.*\.test\.ts$/.test(path));
const { byId, findings } = readCitations(readCode(paths).files, 'beatsPeersAt');

test('every row has a test', () => {
  const untested = Object.keys(PEER_ROWS).filter((id) => !byId.has(id));
  expect(untested).toEqual([]);
  expect(findings).toEqual([]);
});

test('no row is cited that is not there', () => {
  expect([...byId.keys()].filter((id) => !Object.hasOwn(PEER_ROWS, id))).toEqual([]);
  expect(() => Reflect.apply(beatsPeersAt, undefined, ['none'])).toThrow('none');
});
