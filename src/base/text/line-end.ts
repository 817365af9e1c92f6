/** The text without exactly one line end, as an editor or `echo` leaves it. */
export function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}
