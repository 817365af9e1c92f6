import type { Readable } from 'node:stream';
import type { Environment } from '../../base/environment.ts';

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
