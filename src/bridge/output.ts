import { stringifyJson } from '../contract/lossless-json.ts';

/** Frames to the assistant, one a line and nothing else. */
export interface FrameOutput {
  send(message: Readonly<Record<string, unknown>>): void;
  /** Resolves when the assistant has taken what was sent, as far as it must for more. */
  ready(): Promise<void>;
}

/** Writes frames to a stream; a reader that is slow is waited for by whoever awaits `ready`. */
export function frameOutput(stream: NodeJS.WritableStream): FrameOutput {
  let draining: Promise<void> | undefined;
  return {
    send(message) {
      const more = stream.write(`${stringifyJson({ jsonrpc: '2.0', ...message })}\n`);
      if (more || draining !== undefined) return;
      draining = new Promise((resolve) =>
        stream.once('drain', () => {
          draining = undefined;
          resolve();
        }),
      );
    },
    ready: () => draining ?? Promise.resolve(),
  };
}
