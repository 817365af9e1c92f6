import { Failure } from '../contract/failure.ts';
import { interruptedWith } from './interruption.ts';

/** The failure with the signal that it came from: the place that saw the interruption does not know which it was. */
export function byItsSignal(failure: Failure): Failure {
  const cause = interruptedWith();
  if (failure.kind !== 'interrupted' || cause === undefined) return failure;
  const { code, title } = cause.facts;
  return new Failure('interrupted', { ...failure.facts, code, title });
}
