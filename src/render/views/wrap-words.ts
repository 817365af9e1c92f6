import { cutText, textWidth } from '../text-width.ts';

/** A sanitised text of one line as lines of at most `width` columns; a longer word stays whole. */
export function wrapWords(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').filter((each) => each !== '')) {
    if (line === '') line = word;
    else if (textWidth(line) + 1 + textWidth(word) <= width) line = `${line} ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** A sanitised text cut to `width` columns between two words; a first word that is longer is cut inside. */
export function cutWords(text: string, width: number): string {
  const cut = cutText(text, width);
  if (cut === text) return text;
  const kept = cut.slice(0, -1);
  const end = text[kept.length] === ' ' ? kept.length : kept.lastIndexOf(' ');
  return end === -1 ? cut : `${kept.slice(0, end).replace(/(?<![\s·:,;-])[\s·:,;-]+$/, '')}…`;
}
