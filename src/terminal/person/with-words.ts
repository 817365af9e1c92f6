import { Failure } from '../../contract/failure.ts';

/**
 * A failure after a person wrote something, with their words: those stand nowhere else, and are theirs
 * to use again.
 */
export function withWords(error: unknown, words: string): unknown {
  if (!(error instanceof Failure) || words === '') return error;
  const { advice } = error.facts;
  const said = [...(advice === undefined ? [] : [advice]), `What you wrote: ${words}`].join('\n');
  return new Failure(error.kind, { ...error.facts, advice: said }, { cause: error });
}
