import { isObject } from '../../base/json/object.ts';
import { usageFailure } from '../../contract/failure.ts';

/** A member and what it is compared with. */
interface Compared {
  readonly path: string;
  readonly value: string;
}

/**
 * Throws `Failure` usage where one of the values is a record and it is compared with a word, as with the names that
 * a table shows of such records: no record has that text, so that `!=` would select every machine.
 */
export function refuseWordForRecord({ path, value }: Compared, values: readonly unknown[]): void {
  const record = values.find(isObject);
  if (record === undefined || mayFitRecord(value)) return;
  throw usageFailure(
    'The condition compares a record with a word',
    `${JSON.stringify(path)} was given, which holds ${Object.keys(record).join(', ')}.`,
    `Give ${path}.MEMBER=VALUE for a record, and ${path}=*"MEMBER":"VALUE"* for those of a list, which are compared as JSON.`,
  );
}

/** The JSON of a record has quotes wherever it has anything. */
function mayFitRecord(value: string): boolean {
  return value === 'null' || value.includes('"') || /^[*?]/.test(value);
}
