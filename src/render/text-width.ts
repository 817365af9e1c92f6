/**
 * Nothing but Latin, Greek and Cyrillic letters and the common marks of print: harmless, and a column
 * each by every measure.
 */
export const PLAIN_TEXT =
  /^[\u0020-\u007e\u00a1-\u00a8\u00aa-\u00ac\u00af-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027]*$/;

const NO_WIDTH = /[\u0300-\u036f]/;
const MANY_MARKS = /([\u0300-\u036f]{2})[\u0300-\u036f]+/g;

/** Columns that a sanitised text takes on a terminal at most, counted by code point. */
export function textWidth(text: string): number {
  if (PLAIN_TEXT.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** The width of the widest of sanitised texts; 0 without any. */
export function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text)), 0);
}

/**
 * The text cut to `widthMax` columns, with `…` where something is left out. Marks above and below a letter
 * take no column, and many of them are drawn over other lines: two are kept.
 */
export function cutText(whole: string, widthMax: number): string {
  if (whole.length <= widthMax && PLAIN_TEXT.test(whole)) return whole;
  const text = whole.replace(MANY_MARKS, '$1');
  let width = 0;
  let end = 0;
  let fitting = 0;
  for (const character of text) {
    width += characterWidth(character);
    if (width > widthMax) return `${text.slice(0, fitting).trimEnd()}…`;
    end += character.length;
    if (width < widthMax) fitting = end;
  }
  return text;
}

function characterWidth(character: string): number {
  if (character <= '\u007e') return 1;
  if (NO_WIDTH.test(character)) return 0;
  return isWide(character) ? 2 : 1;
}

/**
 * East Asian wide and fullwidth blocks (Unicode UAX #11) and whatever may be drawn as an emoji. Made
 * where it is used, since looking Unicode properties up takes long.
 */
function isWide(character: string): boolean {
  return /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f251}\u{20000}-\u{3fffd}]|[\p{Extended_Pictographic}\p{Emoji_Presentation}]/u.test(
    character,
  );
}
