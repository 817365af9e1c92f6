import type { Readable } from 'node:stream';
import { isCancel } from '@clack/prompts';
import type { Environment } from '../../base/environment.ts';
import type { Clock } from '../../base/time/clock.ts';
import { interruptionSignal } from '../interruption.ts';
import { type KeyRule, keysFor } from './keys.ts';

/** Where a person is asked. */
export interface Asking {
  readonly stdin: Readable;
  readonly promptStream: NodeJS.WriteStream;
  readonly environment: Environment;
  readonly clock: Clock;
}

/** The streams as the prompts take them; with `ACCESSIBLE` set they write plain lines. */
export function streamsOf({ environment, promptStream, stdin }: Asking) {
  const accessible = environment['ACCESSIBLE'];
  return {
    input: stdin,
    output: promptStream,
    accessible: accessible !== undefined && accessible !== '' && accessible !== '0',
  };
}

/** Draws a prompt and waits for what is said to it. */
type Prompt<Result> = (
  streams: ReturnType<typeof streamsOf> & { readonly signal: AbortSignal },
) => Promise<Result>;

/**
 * What a person says to a prompt, which gets their keys by a rule; undefined where they leave (Esc, Ctrl-C).
 * After Ctrl-Z and fg it is asked anew. A signal takes the prompt away: then it throws `Failure` interrupted.
 */
export async function said<Result>(
  asking: Asking,
  newRule: () => KeyRule,
  prompt: Prompt<Result>,
): Promise<Exclude<Result, symbol> | undefined> {
  const interruption = interruptionSignal();
  for (;;) {
    interruption.throwIfAborted();
    // One of its own: a prompt that has ended would write to the terminal once more at a later Ctrl-C.
    const ended = new AbortController();
    const end = () => ended.abort();
    const { end: endKeys, keys } = keysFor(asking.stdin, newRule(), asking.clock);
    interruption.addEventListener('abort', end);
    // The prompt's own way back leaves its keys unread, and the program would end without a word.
    process.on('SIGCONT', end);
    try {
      const value = await prompt({ ...streamsOf(asking), input: keys, signal: ended.signal });
      interruption.throwIfAborted();
      if (ended.signal.aborted) continue;
      return isCancel(value) ? undefined : (value as Exclude<Result, symbol>);
    } finally {
      endKeys();
      process.off('SIGCONT', end);
      interruption.removeEventListener('abort', end);
    }
  }
}
