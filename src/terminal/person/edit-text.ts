import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../base/environment.ts';
import { runEditor } from './run-editor.ts';
import { withWords } from './with-words.ts';

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
 * stands above the scissors line, without blank lines around it. Throws `Failure` usage, with what was
 * written, where the editor cannot be started or ends with an error.
 */
export async function editText(draft: Draft, environment: Environment): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-edit-'));
  const file = join(folder, 'ANSWER.md');
  try {
    await writeFile(file, fileText(draft), { mode: 0o600 });
    await runEditor(file, environment);
    return await writtenIn(file);
  } catch (error) {
    const words = await writtenIn(file).catch(() => '');
    throw words === draft.text ? error : withWords(error, words);
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
async function writtenIn(path: string): Promise<string> {
  const file = await readFile(path, 'utf8');
  const lines = file.replaceAll('\r\n', '\n').split('\n');
  const end = lines.indexOf(SCISSORS);
  return (end === -1 ? lines : lines.slice(0, end)).join('\n').trim();
}
