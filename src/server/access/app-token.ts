import { randomBytes } from 'node:crypto';
import { formatId, parseId } from '../database/row-id.ts';

const SECRET_BYTES = 24;
const FORM = /^fleetapp_(app_[0-9a-z]+)_[0-9a-f]{48}$/;

/** A new OAuth token of a connected app: opaque to it, 192 random bits. Only its hash is kept. */
export function createAppTokenText(
  id: number,
  random: (size: number) => Buffer = randomBytes,
): string {
  return `fleetapp_${formatId('app', id)}_${random(SECRET_BYTES).toString('hex')}`;
}

/** The row id that a token names; undefined for a text that is no token of an app. */
export function idOfAppToken(text: string): number | undefined {
  const [, id] = FORM.exec(text) ?? [];
  return id === undefined ? undefined : parseId('app', id);
}
