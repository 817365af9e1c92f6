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
const SLOT_SIZE = 128;
const MS_SIZE = 2048;

/** Slot of the server; commands that work beside it hold one of the others. */
export const SERVER_SLOT = 0;
export const SLOTS = 16;

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

/** The least id that a row of this millisecond or later can have. */
export function firstIdAt(ms: number): number {
  return ms * MS_SIZE;
}

/**
 * Gives row ids: milliseconds × 2048 + slot × 128 + sequence. They never step back, whatever the
 * clock does; a millisecond whose sequence is used up borrows the next one.
 *
 * @param slot 0 to 15, held by no other process of this database
 * @param newest the newest id stored, so that a restart does not fall behind it
 */
export function createIdSource(slot: number, newest: number): (now: number) => number {
  let ms = timeOfId(newest);
  let sequence = SLOT_SIZE - 1;
  return (now) => {
    sequence += 1;
    if (now > ms) {
      ms = now;
      sequence = 0;
    } else if (sequence === SLOT_SIZE) {
      ms += 1;
      sequence = 0;
    }
    return ms * MS_SIZE + slot * SLOT_SIZE + sequence;
  };
}
