import { rfc3339 } from '../../base/time/rfc3339.ts';
import { Refusal } from '../refusal.ts';

/** Prefixes of the ids on the wire. */
type IdPrefix =
  | 'org'
  | 'key'
  | 'mac'
  | 'job'
  | 'cmd'
  | 'del'
  | 'alt'
  | 'chn'
  | 'snd'
  | 'iss'
  | 'per'
  | 'inv'
  | 'app'
  | 'aud'
  | 'page';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TEXT_LENGTH = 11;
const SLOT_SIZE = 32;
const MS_SIZE = 2048;

/** Slot of the server; commands that work beside it hold one of the others. */
export const SERVER_SLOT = 0;
export const SLOTS = 64;

/** Writes a row id as `prefix_` and eleven lower-case Crockford digits, which sort as the ids do. */
export function formatId(prefix: IdPrefix, id: number): string {
  let text = '';
  for (let rest = id, place = 0; place < TEXT_LENGTH; place += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return `${prefix}_${text}`;
}

/** Reads what `formatId` wrote for this prefix; undefined for any other text. */
export function parseId(prefix: IdPrefix, text: string): number | undefined {
  if (text.length !== prefix.length + 1 + TEXT_LENGTH || !text.startsWith(`${prefix}_`)) {
    return undefined;
  }
  let id = 0;
  for (const character of text.slice(prefix.length + 1)) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return undefined;
    id = id * 32 + digit;
  }
  return Number.isSafeInteger(id) ? id : undefined;
}

/** The millisecond in which a row id was given. */
export function timeOfId(id: number): number {
  return Math.floor(id / MS_SIZE);
}

/** The last millisecond whose ids a double holds. */
export const LAST_ID_MS = timeOfId(Number.MAX_SAFE_INTEGER);

/** The least id that a row of this millisecond or later can have. */
export function firstIdAt(ms: number): number {
  return ms * MS_SIZE;
}

/** Row ids of one process, from the slot that it holds. */
export interface IdSource {
  /** A new id at `now` or later: greater than every one it gave before. Throws `unavailable` beyond `LAST_ID_MS`. */
  next(now: number): number;
  /**
   * A new id of a millisecond that may be long past, for a row that belongs there; undefined where
   * the slot has no more of that millisecond.
   *
   * @param stored ids of `idsIn` this millisecond that rows have already
   */
  late(ms: number, stored: ReadonlySet<number>): number | undefined;
  /** The ids that this source can give of a millisecond. */
  idsIn(ms: number): { readonly first: number; readonly last: number };
}

/** The part of each millisecond's ids that one process gives: the first of them, and how many. */
interface IdRange {
  readonly first: number;
  readonly size: number;
}

/** The ids of a slot, 0 to 63. */
export function slotRange(slot: number): IdRange {
  return { first: slot * SLOT_SIZE, size: SLOT_SIZE };
}

/** All ids of a millisecond, for who writes while nobody else does. */
export const WHOLE_RANGE: IdRange = { first: 0, size: MS_SIZE };

/** Issued ids whose rows are perhaps not committed yet: more than transactions can be open at once. */
const REMEMBERED_MAX = 10_000;

/**
 * Gives row ids: milliseconds × 2048 + slot × 32 + sequence, those of a range that no other process of
 * this database has. `next` never steps back, whatever the
 * clock does; a millisecond whose sequence is used up borrows the next one.
 *
 * @param newest the newest id stored, so that ids after a restart are greater
 */
export function createIdSource({ first: offset, size }: IdRange, newest: number): IdSource {
  let ms = timeOfId(newest);
  let sequence = size - 1;
  const issued = new Set<number>();
  const firstIn = (moment: number): number => firstIdAt(moment) + offset;

  function remember(id: number): number {
    issued.add(id);
    const [oldest] = issued;
    if (issued.size > REMEMBERED_MAX && oldest !== undefined) issued.delete(oldest);
    return id;
  }

  function step(now: number): number {
    sequence += 1;
    if (now > ms) {
      ms = now;
      sequence = 0;
    } else if (sequence === size) {
      ms += 1;
      sequence = 0;
    }
    return firstIn(ms) + sequence;
  }

  return {
    next(now) {
      if (now > LAST_ID_MS) throw beyondLastId(now);
      let id = step(now);
      while (issued.has(id)) id = step(now);
      return remember(id);
    },
    late(moment, stored) {
      const first = firstIn(moment);
      for (let id = first; id < first + size; id += 1) {
        if (!stored.has(id) && !issued.has(id)) return remember(id);
      }
      return undefined;
    },
    idsIn: (moment) => ({ first: firstIn(moment), last: firstIn(moment) + size - 1 }),
  };
}

const RETRY_AFTER_SECONDS = 60;

function beyondLastId(now: number): Refusal {
  return new Refusal(
    'unavailable',
    `The clock of the server says ${rfc3339(now)}; there are ids until ${rfc3339(LAST_ID_MS)}.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
