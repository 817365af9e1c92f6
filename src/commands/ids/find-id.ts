import type { FleetClient } from '../../client/fleet-client.ts';
import { rowsOf } from '../../client/pages.ts';
import { Failure } from '../../contract/failure.ts';
import { type IdKind, LAST } from '../../contract/id-kind.ts';
import { textOf } from '../../contract/response-member.ts';
import { type LastIdsPlace, readLastIds } from '../../profile/last-ids.ts';
import { sanitiseLine } from '../../render/sanitise.ts';

/** Where an id is looked for. */
export interface IdSearch {
  /** Undefined where no service and key are known. */
  readonly place: LastIdsPlace | undefined;
  /** Asked for ids that begin as given; without one only `@last` is found. */
  readonly client: FleetClient | undefined;
}

/** The lists that are looked through, each its newest page. */
const LISTS: Readonly<Record<IdKind, readonly (readonly [operation: string, input: object])[]>> = {
  job: [
    ['list_jobs', { limit: 100 }],
    ['list_jobs', { limit: 100, waiting: true }],
  ],
  command: [['list_commands', { limit: 100 }]],
  delivery: [['list_deliveries', { limit: 100 }]],
  alert: [
    ['list_alerts', { limit: 100 }],
    ['list_alerts', { limit: 100, state: 'resolved' }],
  ],
};

/** Fewer characters say too little. */
const BEGINNING_CHARS_MIN = 5;
const NAMED_MAX = 5;

/**
 * The whole id for `@last`, or for a unique beginning of one among the newest; undefined where the text
 * is an id or nothing begins so. Throws `Failure` not_found where nothing is kept for `@last`, or where
 * several ids begin so.
 */
export async function findId(
  kind: IdKind,
  given: string,
  { client, place }: IdSearch,
): Promise<string | undefined> {
  if (given === LAST) {
    const kept = place === undefined ? undefined : (await readLastIds(place))[kind];
    if (kept === undefined) throw noneKept(kind);
    return kept.id;
  }
  if (client === undefined || given.length < BEGINNING_CHARS_MIN) return undefined;
  const asked = await Promise.all(LISTS[kind].map((list) => rowsBy(client, ...list)));
  const all = asked.flat().flatMap((row) => textOf(row, 'id') ?? []);
  // A machine chooses its own name of a job, also the beginning of another's id: that counts where no id does.
  const ids = [...new Set(all)].filter((id) => id.startsWith(given));
  if (ids.includes(given)) return undefined;
  if (ids.length > 1) throw ambiguous(kind, given, ids);
  return ids[0];
}

async function rowsBy(
  client: FleetClient,
  operation: string,
  input: object,
): Promise<readonly unknown[]> {
  try {
    const options = { operationClass: 'read' } as const;
    const { value } = await client.callTool(operation, JSON.stringify(input), options);
    return rowsOf(value)?.items ?? [];
  } catch (error) {
    // The id may be a good one all the same: the call itself will tell.
    if (error instanceof Failure && error.kind === 'refused') return [];
    throw error;
  }
}

function noneKept(kind: IdKind): Failure {
  return new Failure('not_found', {
    code: 'no_last_id',
    title: `No last ${kind} is known`,
    detail: `${LAST} is the newest ${kind} in the answers that this profile got, and none had one. In CI nothing is kept.`,
  });
}

function ambiguous(kind: IdKind, given: string, ids: readonly string[]): Failure {
  const named = ids.slice(0, NAMED_MAX).map(sanitiseLine);
  const more = ids.length > NAMED_MAX ? `, and ${ids.length - NAMED_MAX} more` : '';
  return new Failure('not_found', {
    code: `ambiguous_${kind}`,
    title: `More than one ${kind} begins so`,
    detail: `${JSON.stringify(given)} may be ${named.join(', ')}${more}.`,
  });
}
