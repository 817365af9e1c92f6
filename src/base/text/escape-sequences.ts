const ESC = '\\u001b';

/**
 * CSI, then OSC, DCS, SOS, PM and APC with their text, then two-character escapes; 7 and 8 bit. In linear
 * time, which Node's own function for it does not take: no text goes on past the next ESC.
 */
const ESCAPE_SEQUENCES = new RegExp(
  [
    `(?:${ESC}\\[|\\u009b)[0-?]*[ -/]*[@-~]`,
    `(?:${ESC}[\\]PX^_]|[\\u009d\\u0090\\u0098\\u009e\\u009f])[^\\u0007\\u001b\\u0080-\\u009f]*(?:\\u0007|${ESC}\\\\|\\u009c)`,
    `${ESC}[ -/]*[0-~]`,
  ].join('|'),
  'g',
);

/** A text without the sequences that a terminal acts on. Single control characters stay. */
export function withoutEscapeSequences(text: string): string {
  return text.includes('\u001b') || /[\u0080-\u009f]/.test(text)
    ? text.replace(ESCAPE_SEQUENCES, '')
    : text;
}
