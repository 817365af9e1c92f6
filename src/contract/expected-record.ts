import { isObject } from '../base/json/object.ts';
import { isProblem, isSomething, tellsError } from './error-document.ts';
import { type Failure, notTheServiceFailure } from './failure.ts';
import { memberOf, recordIn, textOf } from './response-member.ts';

/** The job in a response where it is one at all: what has no id, no state and no question tells nothing of it. */
export function requireJob(value: unknown, requestId: string): unknown {
  const job = recordIn(value, 'job');
  const isJob = ['id', 'state', 'status'].some((name) => textOf(job, name) !== undefined);
  if ((isJob && !isProblem(job)) || memberOf(job, 'question') !== undefined) return job;
  throw notTheServiceFailure({ title: 'The service does not give the job', requestId });
}

/**
 * What `GET /api/v1/me` tells of a key: its organisation, its name, its scopes or its role. Throws `Failure`
 * not_the_service where it tells none of them, and where it is an error or a problem.
 */
export function requireKeyHolder(value: unknown, requestId: string): void {
  const told = isObject(value) ? [value, ...Object.values(value)] : [];
  if (told.some(tellsOfKey) && !tellsError(value)) return;
  const title = 'The service does not say whose key it is';
  const detail = 'The response to GET /api/v1/me tells nothing of the key.';
  throw notTheServiceFailure({ title, detail, requestId });
}

/** The specification says what is told, and not how its members are named. */
const OF_KEY = /org|key|scope|role/i;

function tellsOfKey(record: unknown): boolean {
  return (
    isObject(record) &&
    Object.entries(record).some(([name, member]) => OF_KEY.test(name) && isSomething(member))
  );
}

/**
 * The rows of the list that a response was to be. Throws `Failure` not_the_service where there are none, not even
 * zero, and where it tells of an error: the list in such a one is of its details.
 */
export function requireRows(
  rows: readonly unknown[] | undefined,
  { requestId, value }: { readonly requestId: string; readonly value: unknown },
): readonly unknown[] {
  const isOfErrors = rows === memberOf(value, 'errors') || tellsError(value);
  if (rows === undefined || isOfErrors) throw notAListFailure(requestId);
  return rows;
}

/** The rows where they are of records: such that are all something else are none. Throws `Failure` as `requireRows`. */
export function requireRecords(rows: readonly unknown[], requestId: string): readonly unknown[] {
  const isRecord = (row: unknown) => typeof row === 'object' && row !== null;
  if (rows.length === 0 || rows.some(isRecord)) return rows;
  throw notAListFailure(requestId);
}

/** A response that is printed as the list that was asked for. Throws `Failure` as `requireRows`. */
export function requireList(value: unknown, requestId: string): void {
  const hasList = isObject(value) ? Object.values(value).some(Array.isArray) : Array.isArray(value);
  if (!hasList || tellsError(value)) throw notAListFailure(requestId);
}

/** The failure of a response without the list that was asked for: it is no empty one. */
function notAListFailure(requestId: string): Failure {
  return notTheServiceFailure({ title: 'The service did not send the list', requestId });
}
