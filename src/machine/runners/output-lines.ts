/** A longer line is not looked at: it is neither progress nor a headline. */
const LINE_CHARS_MAX = 16 * 1024;

/** Passes bytes on unchanged and tells each whole line of them, as text, on the way. */
export async function* emitLines(
  source: AsyncIterable<Buffer>,
  onLine: (line: string) => void,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder();
  let held = '';
  for await (const chunk of source) {
    const lines = (held + decoder.decode(chunk, { stream: true })).split('\n');
    held = (lines.pop() ?? '').slice(0, LINE_CHARS_MAX);
    for (const line of lines) if (line.length < LINE_CHARS_MAX) onLine(line.replace(/\r$/, ''));
    yield chunk;
  }
  if (held !== '' && held.length < LINE_CHARS_MAX) onLine(held);
}
