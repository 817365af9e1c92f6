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

/** Node's readline and Python's splitlines end a line at these too; JSON allows them unescaped. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

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

function oneLine(json: string): string {
  return json.replace(LINE_ENDS, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
