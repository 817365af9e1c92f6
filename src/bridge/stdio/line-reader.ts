import { joinedBytes } from '../../base/joined-bytes.ts';

/** Splits a stream of bytes into lines. */
export interface LineReader {
  push(chunk: Buffer): void;
  /** Takes what came without a line end as the last line. */
  end(): void;
}

interface LineReaderOptions {
  /** Longest line in bytes; a longer one is dropped whole. */
  readonly bytesMax: number;
  onLine(line: string): void;
  /** Called once for each line that was too long. */
  onTooLong(): void;
}

const LINE_FEED = 10;

/** Makes a reader of a message a line (MCP, "stdio"): it skips blank lines and drops a CR before the line end. */
export function createLineReader({ bytesMax, onLine, onTooLong }: LineReaderOptions): LineReader {
  let parts: Buffer[] = [];
  let bytes = 0;
  let dropping = false;

  function endLine(): void {
    const line = joinedBytes(parts).toString('utf8').trim();
    const tooLong = dropping;
    parts = [];
    bytes = 0;
    dropping = false;
    if (tooLong) onTooLong();
    else if (line !== '') onLine(line);
  }

  function keep(part: Buffer): void {
    bytes += part.length;
    if (bytes > bytesMax) {
      dropping = true;
      parts = [];
    }
    if (!dropping && part.length > 0) parts.push(part);
  }

  return {
    push(chunk) {
      let start = 0;
      for (;;) {
        const at = chunk.indexOf(LINE_FEED, start);
        if (at === -1) break;
        keep(chunk.subarray(start, at));
        endLine();
        start = at + 1;
      }
      keep(chunk.subarray(start));
    },
    end: endLine,
  };
}
