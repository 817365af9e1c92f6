import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { formatId, parseId } from '../database/row-id.ts';
import type { HostedUrlRow } from '../database/tables/webhooks.ts';

const FORM = /^([0-9a-z]{11})_([A-Za-z0-9_-]{43})$/;

/** Path of hosted URLs, followed by the token. */
export const HOSTED_URL_PATH = '/in';

/** A token in its two parts: what finds the URL, and 256 random bits. */
type HostedToken = Pick<HostedUrlRow, 'token_id' | 'secret'>;

export function newHostedToken(
  tokenId: number,
  random: (size: number) => Buffer = randomBytes,
): HostedToken {
  return { token_id: tokenId, secret: random(32).toString('base64url') };
}

/** What of a token may be shown. */
export function keyPrefix({ token_id: id }: Pick<HostedUrlRow, 'token_id'>): string {
  return formatId('page', id).slice('page_'.length);
}

export function writeHostedToken(token: HostedToken): string {
  return `${keyPrefix(token)}_${token.secret}`;
}

/** The parts of a token; undefined where the text is none at all. */
export function readHostedToken(text: string): HostedToken | undefined {
  const [, id = '', secret = ''] = FORM.exec(text) ?? [];
  const tokenId = parseId('page', `page_${id}`);
  return tokenId === undefined ? undefined : { token_id: tokenId, secret };
}

/** Compares in constant time, also with a secret that is not there. */
export function matchesSecret(given: string, stored: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(stored)) && stored !== '';
}
