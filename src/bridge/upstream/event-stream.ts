/** Cuts the body of a `text/event-stream` into its events while it comes. */
export interface EventReader {
  /**
   * The data of each event that this part completes. Throws `TypeError` for what is not UTF-8, and
   * `RangeError` for an event of too many lines.
   */
  take(part: Uint8Array): readonly string[];
  /** The data of a last event that no blank line ended. */
  rest(): readonly string[];
}

/** A message is one line; an empty one takes six bytes there, and some forty here. */
const LINES_MAX = 100_000;

/** Reads events as HTML, "Server-sent events" defines them; fields other than `data` are ignored. */
export function createEventReader(): EventReader {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line: string[] = [];
  let data: string[] = [];
  let isAfterReturn = false;

  /** The data of the event that ends with this line. */
  function endLine(text: string): readonly string[] {
    if (text.startsWith('data:')) data.push(text.slice('data:'.length).replace(/^ /, ''));
    if (data.length > LINES_MAX) throw new RangeError('an event of too many lines');
    if (text !== '' || data.length === 0) return [];
    const whole = data.join('\n');
    data = [];
    return [whole];
  }

  return {
    take(part) {
      const decoded = decoder.decode(part, { stream: true });
      if (decoded === '') return [];
      // A CR LF may be cut in two: the line has ended with the CR.
      const text = isAfterReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded;
      isAfterReturn = decoded.endsWith('\r');
      const [first = '', ...others] = text.split(/\r\n|\n|\r/);
      line.push(first);
      return others.flatMap((next) => {
        const ended = endLine(line.join(''));
        line = [next];
        return ended;
      });
    },
    rest: () => [...endLine(line.join('')), ...endLine('')],
  };
}
