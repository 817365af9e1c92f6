import type { Readable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import type { Clock } from '../base/time/clock.ts';
import { pause } from '../base/time/pause.ts';
import { interruptedFailure } from '../contract/failure.ts';
import { interruptionHeard } from './interruption.ts';

const CTRL_C = '\u0003';

/** For how long nothing is to be typed before keys count. */
interface Quiet {
  readonly clock: Clock;
  readonly quietMs: number;
}

/**
 * Takes from a terminal what was typed so far, so that it is no answer to a question that nobody had
 * seen; with `quiet` also what comes until nothing did for so long. What is no terminal keeps everything.
 * Throws `Failure` interrupted where Ctrl-C was among it.
 */
export async function dropTypedAhead(stdin: Readable, quiet?: Quiet): Promise<void> {
  if (!isTerminal(stdin)) return;
  let dropped = '';
  const drop = (chunk: Buffer | string): void => {
    dropped += chunk;
  };
  // Without this, the terminal holds back a line that has no end yet.
  stdin.setRawMode(true);
  stdin.on('data', drop);
  // A prompt before has left it paused.
  stdin.resume();
  try {
    for (let before = -1; before < dropped.length; ) {
      before = dropped.length;
      if (quiet !== undefined) await pause(quiet.clock, quiet.quietMs, interruptionHeard());
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

/**
 * Runs `work` while nothing that is typed is shown, or comes to the shell after it: it may be a secret that
 * was pasted once more. Ctrl-C is heard by whoever listens for SIGINT.
 */
export async function withTypingHidden<Result>(
  stdin: Readable,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isTerminal(stdin)) return work();
  const take = (chunk: Buffer | string): void => {
    if (chunk.includes(CTRL_C)) process.emit('SIGINT');
  };
  stdin.setRawMode(true);
  stdin.on('data', take);
  stdin.resume();
  try {
    return await work();
  } finally {
    stdin.off('data', take);
    // What is done by now is not undone by a Ctrl-C.
    await dropTypedAhead(stdin).catch(() => undefined);
  }
}

function isTerminal(stdin: Readable): stdin is ReadStream {
  return 'isTTY' in stdin && stdin.isTTY === true;
}

function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
