import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../base/environment.ts';
import { isMissing, messageOf } from '../../base/errors.ts';
import { decodeUtf8 } from '../../base/text/utf8.ts';
import { Failure } from '../../contract/failure.ts';
import { runEditor } from './run-editor.ts';
import { withWords } from './with-words.ts';

/** Ends the text, as git writes it: Markdown begins lines with `#`, so no such line is left out. */
const SCISSORS = '------------------------ >8 ------------------------';

const BELOW = 'What stands below this line is not sent.';

/** What stands in the editor at first. */
interface Draft {
  readonly text: string;
  /** Sanitised lines below the text, which do not belong to it. */
  readonly notes: readonly string[];
}

/**
 * Has a person write a text in `$VISUAL`, else `$EDITOR`, else vi (Notepad on Windows). Gives what
 * stands above the scissors line, without blank lines around it; undefined where the editor was left without
 * saving, as by `:q!`, or did not wait for its window. Throws `Failure` usage, with what was
 * written, where the editor cannot be started or ends with an error, and local where what was written
 * cannot be read: then it stays.
 */
export async function editText(
  draft: Draft,
  environment: Environment,
): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-edit-'));
  const file = join(folder, 'ANSWER.md');
  let before: string | undefined;
  const edited = writeFile(file, fileText(draft), { mode: 0o600 }).then(async () => {
    before = await savedAt(file);
    await runEditor(file, environment);
  });
  const failed = await edited.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const after = await savedAt(file);
  const words = await writtenIn(file).catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw unreadableText(file, error);
  });
  await rm(folder, { recursive: true, force: true });
  const isSame = words === draft.text.replaceAll('\r\n', '\n').trim();
  if (failed !== undefined) throw isSame ? failed.error : withWords(failed.error, words);
  return after === undefined || (isSame && after === before) ? undefined : words;
}

/** Which file lies there, and when it was written; undefined where none does. */
async function savedAt(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found && `${found.ino} ${found.mtimeNs}`;
}

function unreadableText(file: string, error: unknown): Failure {
  const facts = {
    code: 'unreadable_text',
    title: 'What you wrote cannot be read',
    detail: `${messageOf(error)}. Nothing was sent.`,
    advice: `What you wrote is kept in ${file}.`,
  };
  return new Failure('local', facts, { cause: error });
}

/** The file that the editor opens: the text, and below the scissors what the person answers to. */
function fileText({ notes, text }: Draft): string {
  if (notes.length === 0) return text === '' ? '' : `${text}\n`;
  return [text, '', SCISSORS, BELOW, '', ...notes, ''].join('\n');
}

/** What of such a file is the text. */
async function writtenIn(path: string): Promise<string> {
  const file = decodeUtf8(await readFile(path));
  if (file === undefined) throw new Error('It is not UTF-8 text');
  const lines = file.replaceAll('\r\n', '\n').split('\n');
  const end = lines.indexOf(SCISSORS);
  // An editor may have broken the lines anew.
  if (end === -1 && file.replaceAll(/\s+/g, ' ').includes(BELOW)) {
    throw new Error('The line that ends the text is gone, and what stood below it is there');
  }
  return (end === -1 ? lines : lines.slice(0, end)).join('\n').trim();
}
