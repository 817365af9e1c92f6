import { Failure } from '../../contract/failure.ts';
import type { reportOf } from '../../flow/secret/secret-report.ts';

/**
 * Throws what kept the report of a secret from stdout, as a full disk does, with where its value is: that has not
 * been kept from its file.
 */
export function handedOver({ name, path }: ReturnType<typeof reportOf>) {
  return (error: unknown): never => {
    if (!(error instanceof Failure)) throw error;
    const advice = `${name} was handed over: it is in ${path}.`;
    throw new Failure(error.kind, { ...error.facts, advice });
  };
}
