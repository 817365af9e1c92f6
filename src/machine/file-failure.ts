import { errorCode, messageOf } from '../base/errors.ts';
import { Failure, type FailureFacts } from '../contract/failure.ts';

/** The failure for a file of the machine's folder that cannot be used; any error but the file system's as it is. */
export function fileFailure(
  path: string,
  error: unknown,
  facts: Pick<FailureFacts, 'code' | 'title' | 'advice'>,
): unknown {
  if (errorCode(error) === undefined) return error;
  const why = messageOf(error);
  const detail = why.includes(path) ? why : `${path}: ${why}`;
  return new Failure('local', { ...facts, detail }, { cause: error });
}
