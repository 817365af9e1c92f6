import { expect, test } from 'vitest';
import { commentNameFindings } from './comment-names.ts';
import { planted } from './planted.ts';

test('a name in a comment that the code no longer has is found', () => {
  const files = planted({
    'src/a.ts': '/** As `readAll`, and\n * as `readOld`. */\nexport const readAll = 1;',
    'src/b.ts': '// Throws `FileGone`; see `store.openLane(1)` and `#oldField`.',
    'test/a.ts': '// `readOld`\nconst readOld = 1;',
  });
  expect(commentNameFindings(files)).toEqual([
    'src/a.ts:2 names readOld, which is nowhere in the code of src',
    'src/b.ts:1 names FileGone, which is nowhere in the code of src',
    'src/b.ts:1 names openLane, which is nowhere in the code of src',
    'src/b.ts:1 names #oldField, which is nowhere in the code of src',
  ]);
});

test.each([
  '/** `runSkill(…)`, `skill.runSkill` and `#ownField`. */ class A { #ownField = runSkill; }',
  "// `hookId` is a name of the wire.\nconst body = { 'hookId': 1 };",
  '// `TypeError` and `ZodError` are not ours.',
  '// Words such as Firefox, OAuth and `dry_run`, `--dry-run`, `Accept`, `GET /v1/jobId`.',
])('a name that is somewhere, or no name of code, is not: %s', (text) => {
  expect(commentNameFindings(planted({ 'src/a.ts': text }))).toEqual([]);
});
