import { expect, test } from 'vitest';
import { parseSource } from '../check/source.ts';
import { listFiles, readCode } from '../check/tree.ts';
import { REQUIREMENTS } from '../requirements.ts';
import { readCitations } from './citations.ts';

const files = readCode(listFiles().filter((path) => /^test\/.*\.test\.ts$/.test(path))).files;
const { byId, findings } = readCitations(files);

test('every requirement has a test', () => {
  expect([...REQUIREMENTS.keys()].filter((id) => !byId.has(id))).toEqual([]);
});

test('every cited id exists, and every citation stands in a file with tests', () => {
  const unknown = [...byId].filter(([id]) => !REQUIREMENTS.has(id));
  expect(unknown.map(([id, paths]) => `${id} in ${paths[0]}`)).toEqual([]);
  expect(findings).toEqual([]);
});

test('a computed id and a file without a test are told apart from a citation', () => {
  const cite = (text: string) => readCitations([parseSource('test/x.test.ts', text)]);
  expect(cite("proves('RULE-1');").findings).toEqual(['test/x.test.ts cites ids and has no test']);
  expect(cite("test('x', () => proves(id));").findings).toEqual([
    'test/x.test.ts cites 1 computed ids',
  ]);
  expect([...cite("proves('RULE-1', 'RULE-2');\ntest.each([])('x', run);").byId.keys()]).toEqual([
    'RULE-1',
    'RULE-2',
  ]);
  expect(cite("// proves('RULE-1')\ntest('x', run);").byId.size).toBe(0);
});
