// Takes what has a test by now out of open.ts and lowers the number of later requirements:
// `node test/requirements/shrink.ts`. It never adds.
import { readFileSync, writeFileSync } from 'node:fs';
import { listFiles, ROOT, readCode } from '../check/tree.ts';
import { REQUIREMENTS } from '../requirements.ts';
import { readCitations } from './citations.ts';
import { LATER_WITHOUT_TEST_MAX, OPEN } from './open.ts';

const path = `${ROOT}/test/requirements/open.ts`;
const tests = listFiles().filter((name) => /^test\/.*\.test\.ts$/.test(name));
const { byId } = readCitations(readCode(tests).files);
const later = [...REQUIREMENTS].filter(([id, { issue }]) => issue > 2 && !byId.has(id)).length;
const closed = new Set<string>(OPEN.filter((id) => byId.has(id)));
const text = readFileSync(path, 'utf8')
  .split('\n')
  .filter((line) => !closed.has(line.trim().replace(/^'(.*)',$/, '$1')))
  .join('\n')
  .replace(/_MAX = \d+/, `_MAX = ${Math.min(later, LATER_WITHOUT_TEST_MAX)}`);
writeFileSync(path, text);
process.stdout.write(`${OPEN.length - closed.size} open, ${closed.size} closed\n`);
