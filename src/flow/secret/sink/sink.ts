import type { SinkTarget } from '../journal-entry.ts';
import type { ReadableFile } from '../readable-file.ts';

interface AnySink {
  readonly target: SinkTarget;
  /** As `check`, as far as can be seen without making anything; before a person is asked. */
  look(): Promise<void>;
  /**
   * Throws `Failure` where the value could not be handed over here; before the machine is asked. Gives the
   * file where others will be able to read it.
   */
  check(): Promise<ReadableFile | undefined>;
}

/**
 * A file: the value is staged beside it and put in place by one step of the file system, so that
 * after a crash it can be found out whether that step was taken. Exactly once.
 */
export interface FileSink extends AnySink {
  readonly guarantee: 'exactly_once';
  /** Does `work` while no other `fleet secret` changes the same file. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Writes everything but the last step, and gives whether that takes another value of the name away; throws `Failure`
   * where the value does not fit.
   */
  stage(value: Uint8Array): Promise<{ readonly replaces: boolean }>;
  /**
   * The last step; `changed`, and nothing is done, where what is staged was made from what the file is not any
   * more. Throws `Failure` where the place was taken meanwhile.
   */
  place(): Promise<'placed' | 'changed'>;
  /**
   * After a crash: whether the last step was taken. `unclear` where neither the staged value is there
   * any more nor the placed one.
   */
  settle(value: Uint8Array): Promise<'placed' | 'not_placed' | 'unclear'>;
  /** Removes what was staged. */
  clear(): Promise<void>;
}

/** A stream or a child process: what was handed over cannot be looked up. At most once. */
export interface HandoverSink extends AnySink {
  readonly guarantee: 'at_most_once';
  /** Throws `Failure` for a value that cannot be handed over here; nothing has happened then. */
  accept(value: Uint8Array): void;
  /** Hands the value over; a rejection leaves open whether it arrived. */
  hand(value: Uint8Array): Promise<Handover>;
}

type Handover =
  /** Nothing was handed over. */
  | { readonly kind: 'refused'; readonly failure: Error }
  /** `ended` is the exit code of the child that has the value, once it has one; 0 without a child. */
  | { readonly kind: 'handed'; readonly ended: Promise<number> };

export type Sink = FileSink | HandoverSink;
