import { stringifyJson } from '../../base/json/lossless.ts';
import type { JsonObject } from '../../base/json/object.ts';

/** Frames to the assistant, one a line and nothing else. */
export interface MessageWriter {
  send(message: JsonObject): void;
  /** Resolves when the assistant has taken what was sent, as far as it must for more. */
  ready(): Promise<void>;
  /** The same, undefined where it has taken enough. */
  held(): Promise<void> | undefined;
}

/** Node's readline and Python's splitlines end a line at these too; JSON allows them as they are. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

/** Writes frames to a stream; a reader that is slow is waited for by whoever awaits `ready`. */
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
    held: () => draining,
  };
}

function oneLine(json: string): string {
  return json.replace(LINE_ENDS, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
