import { formatPatch, INCLUDE_HEADERS, type StructuredPatch, structuredPatch } from 'diff';
import { bold, cyan, green, red } from '../colour.ts';
import { escapeForTerminalJson } from '../sanitise.ts';

/** Two forms of a file, and what they are called; undefined is no file. */
export interface FileForms {
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly beforeName: string;
  readonly afterName: string;
}

const HEADERS = { ...INCLUDE_HEADERS, includeIndex: false, includeUnderline: false };

/** Texts that differ in more lines are shown as one that goes and one that comes: comparing takes long. */
const EDITS_MAX = 2_000;

/** The difference in the unified format, as `diff -u` writes it; '' where there is none. */
export function unifiedDiff(forms: FileForms): string {
  const patch = patchOf(forms);
  return patch.hunks.length === 0 ? '' : formatPatch(patch, HEADERS);
}

/**
 * The same for a terminal: in colour, and with every control and invisible character written as
 * `\uXXXX`, so that no difference goes unseen.
 */
export function diffForPeople(forms: FileForms, colour: boolean): string {
  const lines = unifiedDiff(forms).split('\n').slice(0, -1);
  return lines.map((line, at) => `${inColour(line, { at, colour })}\n`).join('');
}

/** How many lines come and go. */
export function countLines(forms: Pick<FileForms, 'before' | 'after'>): {
  readonly added: number;
  readonly removed: number;
} {
  const lines = patchOf({ ...forms, beforeName: '', afterName: '' }).hunks.flatMap(
    (hunk) => hunk.lines,
  );
  return {
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  };
}

function patchOf({ after = '', before = '', ...forms }: FileForms): StructuredPatch {
  const [from, to] = [nameOf(before, forms.beforeName), nameOf(after, forms.afterName)];
  const options = { context: 3, maxEditLength: EDITS_MAX };
  const patch = structuredPatch(from, to, before, after, undefined, undefined, options);
  return patch ?? replaced(structuredPatch(from, to, '', ''), linesOf(before), linesOf(after));
}

/** No skill is an empty file, so that is how none stands here. */
function nameOf(text: string, name: string): string {
  return text === '' ? '/dev/null' : name;
}

function replaced(
  patch: StructuredPatch,
  gone: readonly string[],
  come: readonly string[],
): StructuredPatch {
  const lines = [...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`)];
  const hunk = { oldStart: 1, oldLines: gone.length, newStart: 1, newLines: come.length, lines };
  return { ...patch, hunks: [hunk] };
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n');
}

/** The first two lines name the files. */
function inColour(
  line: string,
  { at, colour }: { readonly at: number; readonly colour: boolean },
): string {
  const text = escapeForTerminalJson(line);
  if (at < 2) return bold(text, colour);
  if (line.startsWith('@@')) return cyan(text, colour);
  if (line.startsWith('+')) return green(text, colour);
  return line.startsWith('-') ? red(text, colour) : text;
}
