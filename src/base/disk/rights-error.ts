import { WriteError } from './write-error.ts';

/** A file that was not replaced, because its rights would not be those of before. */
export class RightsError extends WriteError {
  /** What would change, as the end of a sentence. */
  readonly reason: string;

  constructor(path: string, reason: string, cause?: unknown) {
    super(path, new Error(reason, { cause }));
    this.name = 'RightsError';
    this.reason = reason;
  }
}
