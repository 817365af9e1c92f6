import type { Readable } from 'node:stream';
import { ReadStream } from 'node:tty';
import { interruptedFailure } from '../contract/failure.ts';

const CTRL_C = '\u0003';

/**
 * Takes from a terminal what was typed so far, so that it is no answer to a question that nobody had
 * seen. What is no terminal keeps everything. Throws `Failure` interrupted where Ctrl-C was among it.
 */
export async function dropTypedAhead(stdin: Readable): Promise<void> {
  if (!(stdin instanceof ReadStream)) return;
  let dropped = '';
  const drop = (chunk: Buffer | string): void => {
    dropped += chunk;
  };
  // Without this, the terminal holds back a line that has no end yet.
  stdin.setRawMode(true);
  stdin.on('data', drop);
  try {
    for (let before = -1; before < dropped.length; ) {
      before = dropped.length;
      await turnOfLoop();
      // A turn that had begun before has not looked at the terminal.
      await turnOfLoop();
    }
  } finally {
    stdin.off('data', drop);
    stdin.pause();
    stdin.setRawMode(false);
  }
  if (dropped.includes(CTRL_C)) throw interruptedFailure();
}

function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
