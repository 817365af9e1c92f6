import { applyPatch, diffLines, structuredPatch } from 'diff';

/** A text in three forms: as it was, as a person changed it, as it is at its machine now. */
interface ThreeTexts {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

interface MergedText {
  readonly text: string;
  /** Whether both changed the same lines, which stand between marks in `text`. */
  readonly hasMarks: boolean;
}

/** Texts that differ in more lines are taken whole: comparing them takes long. */
const EDITS_MAX = 2_000;

const MARKS = { mine: '<<<<<<< yours', middle: '=======', theirs: '>>>>>>> on the machine' };

/**
 * What the person changed brought into what the machine has now. Where that does not go, both forms
 * of every place that differs, between marks as git writes them.
 */
export function mergeTexts({ base, mine, theirs }: ThreeTexts): MergedText {
  const options = { maxEditLength: EDITS_MAX };
  const patch = structuredPatch('', '', base, mine, undefined, undefined, options);
  const patched = patch && applyPatch(theirs, patch, { autoConvertLineEndings: false });
  if (typeof patched === 'string') return { text: patched, hasMarks: false };
  const parts = diffLines(mine, theirs, options) ?? [
    { value: mine, removed: true, added: false },
    { value: theirs, removed: false, added: true },
  ];
  let text = '';
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at];
    if (part === undefined) continue;
    if (!part.added && !part.removed) {
      text += part.value;
      continue;
    }
    const next = part.removed && parts[at + 1]?.added ? parts[at + 1] : undefined;
    if (next !== undefined) at += 1;
    const own = part.removed ? part.value : '';
    const other = next?.value ?? (part.added ? part.value : '');
    text += `${MARKS.mine}\n${lined(own)}${MARKS.middle}\n${lined(other)}${MARKS.theirs}\n`;
  }
  return { text, hasMarks: true };
}

/** Whether somebody has left the marks of `mergeTexts` in a text. */
export function hasMergeMarks(text: string): boolean {
  const lines = text.split(/\r?\n/);
  return lines.includes(MARKS.mine) || lines.includes(MARKS.theirs);
}

function lined(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
