import type { Readable } from 'node:stream';
import { isCancel } from '@clack/prompts';
import type { Environment } from '../../base/environment.ts';
import { interruptionSignal } from '../interruption.ts';

/** Where a person is asked. */
export interface Asking {
  readonly stdin: Readable;
  readonly promptStream: NodeJS.WriteStream;
  readonly environment: Environment;
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

/**
 * What a person says to a prompt; undefined where they leave (Esc, Ctrl-C). A signal takes the prompt
 * away: then it throws `Failure` interrupted.
 */
export async function said<Result>(
  asking: Asking,
  prompt: (
    streams: ReturnType<typeof streamsOf> & { readonly signal: AbortSignal },
  ) => Promise<Result>,
): Promise<Exclude<Result, symbol> | undefined> {
  const interruption = interruptionSignal();
  interruption.throwIfAborted();
  // One of its own: a prompt that has ended would write to the terminal once more at a later Ctrl-C.
  const ended = new AbortController();
  const end = () => ended.abort();
  interruption.addEventListener('abort', end);
  try {
    const value = await prompt({ ...streamsOf(asking), signal: ended.signal });
    interruption.throwIfAborted();
    return isCancel(value) ? undefined : (value as Exclude<Result, symbol>);
  } finally {
    interruption.removeEventListener('abort', end);
  }
}
