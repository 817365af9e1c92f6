import { Failure } from '../contract/failure.ts';

/** Texts that go to stdout one after the other while something else goes on. */
interface OrderedWrites {
  /** Aborts with the given signal, and where a text could not be written: nobody gets what comes then. */
  readonly signal: AbortSignal;
  add(write: () => Promise<void>): void;
  /** Resolves when all is written. Throws what kept a text from it; a `Failure` has the advice. */
  written(): Promise<void>;
}

/** `advice`: how a person goes on where it could not be written, known by then. */
export function orderedWrites(
  signal: AbortSignal | undefined,
  advice: () => string | undefined,
): OrderedWrites {
  const broken = new AbortController();
  let last = Promise.resolve();
  return {
    signal: signal === undefined ? broken.signal : AbortSignal.any([signal, broken.signal]),
    add(write) {
      last = last.then(write);
      last.catch((error: unknown) => broken.abort(withAdvice(error, advice())));
    },
    async written() {
      await last.catch(() => {});
      if (broken.signal.aborted) throw broken.signal.reason;
    },
  };
}

function withAdvice(error: unknown, advice: string | undefined): unknown {
  if (!(error instanceof Failure) || advice === undefined) return error;
  return new Failure(error.kind, { ...error.facts, advice });
}
