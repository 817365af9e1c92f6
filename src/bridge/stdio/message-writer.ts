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

/** Makes the writer of a stream. */
export function createMessageWriter(stream: NodeJS.WritableStream): MessageWriter {
  let draining: Promise<void> | undefined;
  return {
    send(message) {
      const more = stream.write(`${oneLine(stringifyJson({ jsonrpc: '2.0', ...message }))}\n`);
      if (more || draining !== undefined) return;
      draining = new Promise((resolve) =>
        stream.once('drain', () => {
          draining = undefined;
          resolve();
        }),
      );
    },
    ready: () => draining ?? Promise.resolve(),
    backpressure: () => draining,
  };
}

function oneLine(json: string): string {
  return json.replace(LINE_ENDS, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
