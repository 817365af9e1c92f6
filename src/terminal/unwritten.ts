import { Failure } from '../contract/failure.ts';

/** The failure where the system does not take the result. */
export function unwritten(cause: Error): Failure {
  const facts = { code: 'not_written', title: 'The result could not be written' };
  return new Failure('local', { ...facts, detail: `stdout: ${cause.message}` }, { cause });
}
