import { stringifyJson } from '../../base/json/lossless.ts';
import type { JsonObject } from '../../base/json/object.ts';

/** Writes messages to the assistant, one a line. */
export interface MessageWriter {
  send(message: JsonObject): void;
  /** Resolves when the stream takes more without buffering it. */
  ready(): Promise<void>;
  /** The same; undefined where the stream takes more now. */
  backpressure(): Promise<void> | undefined;
}

/** A writer that keeps what came in one turn of the event loop for one write at its end. */
interface BatchingWriter extends MessageWriter {
  /** Writes what is kept now. */
  flush(): void;
}

/** What is as long is written at once; a pipe holds twice as much. */
const BATCH_CHARS = 32 * 1024;

/** Makes the writer of a stream. */
export function createMessageWriter(stream: NodeJS.WritableStream): BatchingWriter {
  let draining: Promise<void> | undefined;
  let kept = '';

  function flush(): void {
    const text = kept;
    kept = '';
    if (text === '' || stream.write(text) || draining !== undefined) return;
    draining = new Promise((resolve) =>
      stream.once('drain', () => {
        draining = undefined;
        resolve();
      }),
    );
  }

  return {
    send(message) {
      if (kept === '') setImmediate(flush);
      kept += `${oneLine(stringifyJson({ jsonrpc: '2.0', ...message }))}\n`;
      if (kept.length >= BATCH_CHARS) flush();
    },
    ready: () => draining ?? Promise.resolve(),
    backpressure: () => draining,
    flush,
  };
}

/**
 * Node's readline and Python's splitlines end a line at these too; JSON allows them unescaped. Each is
 * looked for as text: a pattern takes forty times as long where there is none.
 */
function oneLine(json: string): string {
  return json
    .replaceAll('\u0085', '\\u0085')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
