import { Failure } from '../../../contract/failure.ts';
import type { HandoverSink } from './sink.ts';
import { valueDoesNotFit } from './value-text.ts';

export interface StdoutOptions {
  /** Whether a value may be shown: a terminal would act on some. */
  readonly stdoutTakes: (value: Uint8Array) => boolean;
  /** Resolves when the bytes have left the process. */
  readonly writeStdout: (value: Uint8Array) => Promise<void>;
}

/** The exact bytes on stdout. */
export function stdoutSink({ stdoutTakes, writeStdout }: StdoutOptions): HandoverSink {
  return {
    guarantee: 'at_most_once',
    target: { kind: 'stdout' },
    look: async () => {},
    check: async () => undefined,
    accept(value) {
      if (!stdoutTakes(value)) throw valueDoesNotFit('it has characters that a terminal acts on');
    },
    async hand(value) {
      try {
        await writeStdout(value);
      } catch (error) {
        throw writeFailure(error);
      }
      return { kind: 'handed', ended: Promise.resolve(0) };
    },
  };
}

function writeFailure(cause: unknown): Failure {
  const { code, message } = cause as NodeJS.ErrnoException;
  const facts =
    code === 'EPIPE'
      ? { code: 'stdout_closed', title: 'The reader of stdout closed it' }
      : { code: 'not_written', title: 'stdout could not be written' };
  const unsure = 'Whether the value arrived cannot be known.';
  const detail = code === 'EPIPE' ? unsure : `${message}. ${unsure}`;
  return new Failure('local', { ...facts, detail }, { cause });
}
