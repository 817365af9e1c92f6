import { ID_KINDS, type IdKind } from '../../contract/id-kind.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';

/** The id of a thing, and when that thing came to be. */
interface SeenId {
  readonly id: string;
  /** In milliseconds since the epoch, by the clock of the service where it says so. */
  readonly atMs: number;
}

export type SeenIds = Readonly<Partial<Record<IdKind, SeenId>>>;

/** What an operation answers about where the record has no member around it. */
const SUBJECTS: Readonly<Record<string, IdKind>> = {
  run_skill: 'job',
  test_skill: 'job',
  get_job: 'job',
  send_command: 'command',
  get_command: 'command',
  get_delivery: 'delivery',
};

const PLURALS: Readonly<Record<IdKind, string>> = {
  job: 'jobs',
  command: 'commands',
  delivery: 'deliveries',
  alert: 'alerts',
};

const BEGINNINGS = ['created_at', 'received_at', 'opened_at', 'started_at'];

/**
 * The newest job, command, delivery and alert that a response has: in its lists, as its record, or
 * named as what an action has set going, which is as new as the response.
 */
export function idsIn(operation: string, value: unknown, answeredAtMs: number): SeenIds {
  const found: Partial<Record<IdKind, SeenId>> = {};
  for (const kind of ID_KINDS) {
    const rows = memberOf(value, PLURALS[kind]);
    const named = textOf(value, kind) ?? textOf(value, `${kind}_id`);
    // What an action has set going is as new as the response, whenever it says that it began.
    const subject = operation.startsWith('get_') ? value : { id: textOf(value, 'id') };
    const records = [
      ...(Array.isArray(rows) ? rows : []),
      memberOf(value, kind),
      ...(named === undefined ? [] : [{ id: named }]),
      ...(SUBJECTS[operation] === kind && named === undefined ? [subject] : []),
    ];
    const newest = newestOf(records, answeredAtMs);
    if (newest !== undefined) found[kind] = newest;
  }
  return found;
}

/**
 * Of both the newer one of each kind. What is as new as the response is newer than all before, also where
 * the clock of the service was set back since, and stays so until its time has come again.
 */
export function newerIds(before: SeenIds, now: SeenIds, answeredAtMs?: number): SeenIds {
  const merged: Partial<Record<IdKind, SeenId>> = { ...before };
  for (const kind of ID_KINDS) {
    const [old, seen] = [before[kind], now[kind]];
    if (seen === undefined) continue;
    if (old === undefined || seen.atMs >= old.atMs) merged[kind] = seen;
    else if (seen.atMs === answeredAtMs) merged[kind] = { id: seen.id, atMs: old.atMs + 1 };
  }
  return merged;
}

function newestOf(records: readonly unknown[], answeredAtMs: number): SeenId | undefined {
  let newest: SeenId | undefined;
  for (const record of records) {
    const id = textOf(record, 'id');
    if (id === undefined) continue;
    const begun = BEGINNINGS.map((name) => Date.parse(textOf(record, name) ?? '')).find(
      (ms) => !Number.isNaN(ms),
    );
    const atMs = begun ?? answeredAtMs;
    if (newest === undefined || atMs > newest.atMs) newest = { id, atMs };
  }
  return newest;
}
