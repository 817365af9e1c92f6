import { Failure } from '../../../contract/failure.ts';
import type { HandingSink } from './sink.ts';

/** The exact bytes on a stream; `write` resolves when they have left the process. */
export function stdoutSink(write: (value: Uint8Array) => Promise<void>): HandingSink {
  return {
    guarantee: 'at_most_once',
    target: { kind: 'stdout' },
    check: async () => {},
    accept: () => {},
    async hand(value) {
      try {
        await write(value);
      } catch (error) {
        throw new Failure(
          'local',
          {
            code: 'stdout_closed',
            title: 'The reader of stdout went away',
            detail: 'Whether it took the value cannot be known.',
          },
          { cause: error },
        );
      }
      return { kind: 'handed', ended: Promise.resolve(0) };
    },
  };
}
