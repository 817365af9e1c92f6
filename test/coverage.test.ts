import { expect, test } from 'vitest';
import { parseSource } from './check/source.ts';
import { listFiles, readCode } from './check/tree.ts';
import { readCitations } from './requirements/citations.ts';
import { LATER_WITHOUT_TEST_MAX, OPEN } from './requirements/open.ts';
import { REQUIREMENTS } from './requirements.ts';

const NOW = 2;
const files = readCode(listFiles().filter((path) => /^test\/.*\.test\.ts$/.test(path))).files;
const { byId, findings } = readCitations(files);
const untested = [...REQUIREMENTS].filter(([id]) => !byId.has(id));

test('every requirement that is due has a test, or is listed as open', () => {
  const open = new Set<string>(OPEN);
  const due = untested.filter(([id, { issue }]) => issue <= NOW && !open.has(id));
  expect(due.map(([id]) => id).sort()).toEqual([]);
});

test('nothing is listed as open that has a test, that is not due, or twice', () => {
  const wrong = OPEN.filter((id) => byId.has(id) || (REQUIREMENTS.get(id)?.issue ?? 9) > NOW);
  expect(wrong).toEqual([]);
  expect(new Set(OPEN).size).toBe(OPEN.length);
});

test('the requirements of later issues that have no test only become fewer', () => {
  const later = untested.filter(([, { issue }]) => issue > NOW);
  expect(later.length).toBeLessThanOrEqual(LATER_WITHOUT_TEST_MAX);
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
