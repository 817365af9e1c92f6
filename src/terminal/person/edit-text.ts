import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../base/environment.ts';
import { messageOf } from '../../base/errors.ts';
import { usageFailure } from '../../contract/failure.ts';

/** Ends the text, as git writes it: Markdown begins lines with `#`, so no such line is left out. */
const SCISSORS = '------------------------ >8 ------------------------';

/** What stands in the editor at first. */
interface Draft {
  readonly text: string;
  /** Sanitised lines below the text, which do not belong to it. */
  readonly notes: readonly string[];
}

/**
 * Has a person write a text in `$VISUAL`, else `$EDITOR`, else vi (Notepad on Windows). Gives what
 * stands above the scissors line, without blank lines around it. Throws `Failure` usage where the
 * editor cannot be started or ends with an error.
 */
export async function editText(draft: Draft, environment: Environment): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-edit-'));
  const file = join(folder, 'ANSWER.md');
  try {
    await writeFile(file, fileText(draft), { mode: 0o600 });
    await runEditor(editorIn(environment), file);
    return textAbove(await readFile(file, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The file that the editor opens: the text, and below the scissors what the person answers to. */
function fileText({ notes, text }: Draft): string {
  if (notes.length === 0) return text === '' ? '' : `${text}\n`;
  return [text, '', SCISSORS, 'What stands below this line is not sent.', '', ...notes, ''].join(
    '\n',
  );
}

/** What of such a file is the text. */
function textAbove(file: string): string {
  const lines = file.replaceAll('\r\n', '\n').split('\n');
  const end = lines.indexOf(SCISSORS);
  return (end === -1 ? lines : lines.slice(0, end)).join('\n').trim();
}

function editorIn(environment: Environment): string {
  const byDefault = process.platform === 'win32' ? 'notepad' : 'vi';
  return environment['VISUAL'] || environment['EDITOR'] || byDefault;
}

/** `$EDITOR` may hold arguments (`code --wait`), so a shell reads it; the path is no part of that text. */
function runEditor(editor: string, file: string): Promise<void> {
  const isWindows = process.platform === 'win32';
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

function noEditor(editor: string, why: string): Error {
  return usageFailure(
    `The editor ${JSON.stringify(editor)} did not end well`,
    `${why} Nothing was sent.`,
    'Name another in VISUAL or EDITOR.',
  );
}
