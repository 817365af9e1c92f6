/** Nothing that is never seen, as stands behind some emoji: `ℹ️` is a letter with such a mark. */
const PLAIN =
  /(?:\s|[[\p{L}\p{N},.:?\/#+_\-]--\p{Default_Ignorable_Code_Point}])[\p{M}--\p{Default_Ignorable_Code_Point}]{0,2}/gv;
/** What is looked at of a text, however long it is. */
const CHARS_MAX = 10_000;
const BEFORE_WORD = /^[^\p{L}\p{N}]+/u;

/**
 * A text in letters, digits and marks that mean nothing to a shell, so that also one that knows other quotes
 * runs nothing of it. All of it stays that is so: what agents quote tells their questions apart.
 */
export function plainText(text: string): string {
  const plain = (text.slice(0, CHARS_MAX).match(PLAIN) ?? []).join('').replace(BEFORE_WORD, '');
  return plain.trim().replace(/\s+/g, ' ');
}
