const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** East Asian wide and fullwidth blocks (Unicode UAX #11), besides emoji. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|^[\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}/u;

const PRINTABLE_ASCII = /^[\u0020-\u007e]*$/;
const NO_WIDTH = /^\p{Mark}+$/u;

/** Columns that a sanitised text takes on a terminal. */
export function textWidth(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += segmentWidth(segment);
  return width;
}

/** `text` cut to `widthMax` columns, with `…` where something is left out. */
export function cutText(text: string, widthMax: number): string {
  // No character is narrower than nothing: what is far longer is cut before it is measured.
  const enough = text.length > widthMax * 8 + 64 ? text.slice(0, widthMax * 8 + 64) : text;
  if (enough === text && textWidth(text) <= widthMax) return text;
  let width = 0;
  let kept = '';
  for (const { segment } of segmenter.segment(enough)) {
    width += segmentWidth(segment);
    if (width > widthMax - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

function segmentWidth(segment: string): number {
  if (NO_WIDTH.test(segment)) return 0;
  return WIDE.test(segment) ? 2 : 1;
}
