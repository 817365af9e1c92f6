import { shellWord } from '../../base/shells/shell-word.ts';
import { Failure } from '../../contract/failure.ts';

/**
 * The error for the person: where the server rejected the token that `file` holds, with what becomes
 * of that file, which pairing does not write over. Any other error is given as it is.
 */
export function rejectedToken(error: unknown, file: string | undefined): unknown {
  if (!(error instanceof Failure) || error.facts.code !== 'invalid_machine_token') return error;
  if (file === undefined) return error;
  const advice =
    `Where the base URL is the right one, remove ${file}, and pair the machine again: ` +
    `fleet admin machine pair --name NAME --token-out ${shellWord(file)}`;
  return new Failure(error.kind, { ...error.facts, advice }, { cause: error });
}
