import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editorStart } from '../../../src/base/processes/editor-start.ts';
import { findProgram, programPaths } from '../../../src/base/processes/find-program.ts';
import { pagerStart } from '../../../src/base/processes/pager-start.ts';
import { programStart, takesArguments } from '../../../src/base/processes/program-start.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

const windows = (environment: Readonly<Record<string, string>>) =>
  ({ platform: 'win32', folder: 'C:\\work', environment }) as const;

test('on Windows a program is found by its extension, along PATH and not in the current folder', () => {
  proves('PLATFORM-programs');
  const place = windows({ Path: 'C:\\bin;;D:\\tools', PATHEXT: '.EXE;.CMD' });
  expect(programPaths('npm', place)).toEqual([
    'C:\\bin\\npm.exe',
    'C:\\bin\\npm.cmd',
    'D:\\tools\\npm.exe',
    'D:\\tools\\npm.cmd',
  ]);
  expect(programPaths('npm.CMD', place)).toEqual(['C:\\bin\\npm.CMD', 'D:\\tools\\npm.CMD']);
  expect(programPaths('.\\run', place)).toEqual(['C:\\work\\run.exe', 'C:\\work\\run.cmd']);
  expect(programPaths('run.v2', windows({ PATH: 'C:\\bin' }))).toEqual(
    ['com', 'exe', 'bat', 'cmd'].map((each) => `C:\\bin\\run.v2.${each}`),
  );
});

test('elsewhere it is found by its name, along PATH as a shell does', () => {
  const place = { platform: 'linux', folder: '/place', environment: { PATH: '/bin::b' } } as const;
  expect(programPaths('npm', place)).toEqual(['/bin/npm', '/place/npm', '/place/b/npm']);
  expect(programPaths('./run', place)).toEqual(['/place/run']);
});

test('a file that may not be executed is not found', async () => {
  const folder = newTemporaryFolder();
  writeFileSync(join(folder, 'plain'), '', { mode: 0o600 });
  writeFileSync(join(folder, 'program'), '', { mode: 0o700 });
  mkdirSync(join(folder, 'folder'));
  const place = { platform: 'linux', folder, environment: { PATH: folder } } as const;
  expect(await findProgram('plain', place)).toEqual({ kind: 'not_executable' });
  expect(await findProgram('folder', place)).toEqual({ kind: 'not_executable' });
  expect(await findProgram('other', place)).toEqual({ kind: 'absent' });
  expect(await findProgram('program', place)).toEqual({
    kind: 'found',
    path: join(folder, 'program'),
  });
});

test('a batch file is started by cmd.exe, and refused where it cannot get an argument', async () => {
  proves('PLATFORM-programs');
  const place = windows({ ComSpec: 'C:\\Windows\\system32\\cmd.exe' });
  expect(takesArguments('C:\\bin\\npm.cmd', ['run', 'a b'], place)).toBe(true);
  expect(takesArguments('C:\\bin\\npm.cmd', ['a\nb'], place)).toBe(false);
  expect(takesArguments('C:\\bin\\node.exe', ['a\nb'], place)).toBe(true);
  expect(takesArguments('/bin/npm.cmd', ['a\nb'], { ...place, platform: 'linux' })).toBe(true);
  const missing = { command: 'npm', args: ['x'], windowsVerbatimArguments: false };
  expect(await programStart('npm', ['x'], place)).toEqual(missing);
  expect(await programStart('npm', ['x'], { ...place, platform: 'darwin' })).toEqual(missing);
});

test.each(['linux', 'darwin'] as const)('an editor is opened by a shell on %s', (platform) => {
  expect(editorStart('/a b', { EDITOR: 'code --wait' }, platform)).toMatchObject({
    command: '/bin/sh',
    args: ['-c', 'trap : INT; code --wait "$1"', 'fleet', '/a b'],
    shell: false,
  });
  expect(editorStart('/a', {}, platform).editor).toBe('vi');
});

test('on Windows the path reaches the editor by a variable, which is not read for others', () => {
  proves('PLATFORM-programs');
  const file = 'C:\\Users\\100%PATH% & co\\SKILL.md';
  expect(editorStart(file, { VISUAL: 'code --wait' }, 'win32')).toEqual({
    editor: 'code --wait',
    command: 'code --wait "%EDITED_FILE%"',
    args: [],
    shell: true,
    environment: { VISUAL: 'code --wait', EDITED_FILE: file },
  });
  expect(editorStart(file, {}, 'win32').command).toBe('notepad "%EDITED_FILE%"');
});

test('the words of PAGER are read by a shell, and on Windows by us', async () => {
  const line = '"C:\\Program Files\\less.exe" -R';
  expect(await pagerStart(line, {}, 'linux')).toMatchObject({ command: line, shell: true });
  expect(await pagerStart(line, {}, 'win32')).toMatchObject({
    command: 'C:\\Program Files\\less.exe',
    args: ['-R'],
    shell: false,
  });
});
