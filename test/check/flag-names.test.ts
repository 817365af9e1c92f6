import { expect, test } from 'vitest';
import { flagNameFindings } from './flag-names.ts';
import { planted } from './planted.ts';

test.each([
  ['src/server/a.ts', "fail('--name is wrong');", '--name'],
  ['src/profile/a.ts', "fail('Give --base-url https://…');", '--base-url'],
  ['src/bridge/tools/a.ts', 'fail(`see (--read-only)`);', '--read-only'],
  ['src/machine/a.ts', `fail(\`give --\${flag}\`);`, '--'],
])('%s with %s names a flag', (path, text, flag) => {
  expect(flagNameFindings(planted({ [path]: `\n${text}` }))).toEqual([
    expect.stringContaining(`${path}:2 names ${flag};`),
  ]);
});

test.each([
  ['src/render/advice-step.ts', "say('Replace it with --overwrite.');"],
  ['src/commands/a.ts', "say('--name is wrong');"],
  ['src/server/a.ts', "say('a--b', '-- x', '---', `a--`); // --name"],
  ['src/server/database/sqlite/reader.ts', "run('--disable-warning=ExperimentalWarning');"],
])('%s with %s names none, or may', (path, text) => {
  expect(flagNameFindings(planted({ [path]: text }))).toEqual([]);
});

test('an exception that is not needed any more is a finding', () => {
  const files = planted({ 'src/bridge/limit-heap.ts': 'run();' });
  expect(flagNameFindings(files)).toEqual([expect.stringContaining('that is not needed')]);
});
