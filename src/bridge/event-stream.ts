/** The data of each event of a `text/event-stream` body (HTML, "Server-sent events"), in order. */
export function eventsOf(text: string): readonly string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n\r\n|\n\n|\r\r/)
    .map((event) =>
      event
        .split(/\r\n|\n|\r/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice('data:'.length).replace(/^ /, ''))
        .join('\n'),
    )
    .filter((data) => data !== '');
}
