import { randomBytes } from 'node:crypto';
import { formatId, parseId } from '../database/row-id.ts';

const SECRET_BYTES = 24;
const FORM = /^fleet_(key_[0-9a-z]+)_[0-9a-f]{48}$/;

/** What of a key may be shown at any time: `fleet_` and the key id. */
export function keyPrefix(id: number): string {
  return `fleet_${formatId('key', id)}`;
}

/** A new API key: its prefix, `_`, and 192 random bits. Shown once, only its hash is kept. */
export function createKeyText(id: number, random: (size: number) => Buffer = randomBytes): string {
  return `${keyPrefix(id)}_${random(SECRET_BYTES).toString('hex')}`;
}

/** The row id that a key names; undefined for a text that is no key. */
export function idOfKeyText(text: string): number | undefined {
  const [, id] = FORM.exec(text) ?? [];
  return id === undefined ? undefined : parseId('key', id);
}
