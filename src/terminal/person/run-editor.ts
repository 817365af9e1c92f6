import { spawn } from 'node:child_process';
import type { Environment } from '../../base/environment.ts';
import { messageOf } from '../../base/errors.ts';
import { usageFailure } from '../../contract/failure.ts';

/**
 * Opens a file in `$VISUAL`, else `$EDITOR`, else vi (Notepad on Windows), and waits until the editor
 * ends. Throws `Failure` usage where it cannot be started or ends with an error.
 */
export function runEditor(file: string, environment: Environment): Promise<void> {
  const editor = editorIn(environment);
  const isWindows = process.platform === 'win32';
  // `$EDITOR` may hold arguments (`code --wait`), so a shell reads it; the path is no part of that text.
  const child = isWindows
    ? spawn(`${editor} "${file}"`, { shell: true, stdio: 'inherit' })
    : spawn('/bin/sh', ['-c', `${editor} "$1"`, 'fleet', file], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(noEditor(editor, messageOf(error))));
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(noEditor(editor, `It ended with ${code ?? 'a signal'}.`));
    });
  });
}

function editorIn(environment: Environment): string {
  const byDefault = process.platform === 'win32' ? 'notepad' : 'vi';
  return environment['VISUAL'] || environment['EDITOR'] || byDefault;
}

function noEditor(editor: string, why: string): Error {
  return usageFailure(
    `The editor ${JSON.stringify(editor)} did not end well`,
    `${why} Nothing was sent.`,
    'Name another in VISUAL or EDITOR.',
  );
}
