import { expect, test } from 'vitest';
import { ARCHITECTURE } from './arrow-tables.ts';
import { serverArrowFindings } from './server-arrows.ts';
import { parseSource } from './source.ts';
import { listFiles, readCode } from './tree.ts';

const OPERATION = 'export const cancelJob = defineOperation({});';

/** Findings in one file of `src/server/` that imports the others, beside an operation of the jobs. */
function findings(path: string, ...imported: readonly string[]): readonly string[] {
  const text = imported.map((specifier) => `import { a } from '${specifier}';`).join('\n');
  const files = [
    parseSource('src/server/jobs/cancel-job.ts', OPERATION),
    parseSource(`src/server/${path}`, text),
  ];
  return serverArrowFindings(files, ARCHITECTURE);
}

test('imports in the server follow its order', () => {
  const paths = listFiles().filter((path) => path.startsWith('src/server/'));
  expect(serverArrowFindings(readCode(paths).files)).toEqual([]);
});

test.each([
  ['machines/a.ts', '../jobs/b.ts', 'server/machines may not import server/jobs'],
  ['audit/a.ts', '../statistics/b.ts', 'server/audit may not import server/statistics'],
  ['jobs/a.ts', '../http/b.ts', 'server/jobs may not import server/http'],
  ['jobs/a.ts', '../machine-api/b.ts', 'server/jobs may not import server/machine-api'],
  ['catalogue/a.ts', '../audit/b.ts', 'server/catalogue may not import server/audit'],
  ['database/sqlite/a.ts', '../../jobs/b.ts', 'server/database may not import server/jobs'],
  ['access/a.ts', '../mcp/b.ts', 'server/access may not import server/mcp'],
  ['jobs/a.ts', './cancel-job.ts', 'imports the operation src/server/jobs/cancel-job.ts'],
  ['mcp/a.ts', '../jobs/cancel-job.ts', 'imports the operation src/server/jobs/cancel-job.ts'],
  ['start.ts', './jobs/cancel-job.ts', 'imports the operation src/server/jobs/cancel-job.ts'],
  ['mcp/a.ts', '../start.ts', 'server/mcp may not import src/server/start.ts'],
  ['jobs/a.ts', '../operations.ts', 'server/jobs may not import src/server/operations.ts'],
])('%s with %s is a finding', (path, imported, finding) => {
  expect(findings(path, imported)).toEqual([`src/server/${path}:1 ${finding}`]);
});

test.each([
  ['jobs/a.ts', './b.ts', '../machines/b.ts', '../audit/b.ts', '../database/b.ts'],
  ['mcp/a.ts', '../http/b.ts', '../jobs/b.ts', '../catalogue/b.ts', '../operations.ts'],
  ['access/a.ts', '../database/b.ts', '../../contract/b.ts', '../../base/b.ts'],
  ['operations.ts', './jobs/cancel-job.ts'],
  ['start.ts', './operations.ts', './http/b.ts', './jobs/b.ts', './database/b.ts'],
])('%s with %s is none', (path, ...imported) => {
  expect(findings(path, ...imported)).toEqual([]);
});

test('an operation may use every subject, and nothing above the subjects', () => {
  const path = 'src/server/machines/rename-machine.ts';
  const found = ['jobs', 'statistics', 'database', 'http'].flatMap((folder) =>
    serverArrowFindings(
      [parseSource(path, `import { a } from '../${folder}/a.ts';\ndefineOperation({});`)],
      ARCHITECTURE,
    ),
  );
  expect(found).toEqual([`${path}:1 server/machines may not import server/http`]);
});

test('no other program imports an operation; its tests may', () => {
  const found = ['src/commands/a.ts', 'test/a.ts'].flatMap((path) => {
    const text = `import { a } from '../${path.startsWith('src/') ? '' : 'src/'}server/jobs/b.ts';`;
    const files = [parseSource('src/server/jobs/b.ts', OPERATION), parseSource(path, text)];
    return serverArrowFindings(files, ARCHITECTURE);
  });
  expect(found).toEqual(['src/commands/a.ts:1 imports the operation src/server/jobs/b.ts']);
});

test('a folder of the server that the order does not have is a finding', () => {
  expect(findings('store/a.ts')).toEqual([
    "src/server/store/a.ts stands in no folder of the server's order",
  ]);
});
