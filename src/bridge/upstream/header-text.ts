/**
 * A text as the value of a header: visible ASCII and blanks within it as they are, anything else
 * encoded (2026-07-28, "Value Encoding").
 */
export function headerText(text: string): string {
  const isPlain = text === '' || /^[\x21-\x7e]([\x20-\x7e\t]*[\x21-\x7e])?$/.test(text);
  const looksEncoded = text.startsWith('=?base64?') && text.endsWith('?=');
  return isPlain && !looksEncoded ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
