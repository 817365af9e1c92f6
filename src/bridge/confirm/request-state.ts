import { createHmac, timingSafeEqual } from 'node:crypto';
import { stringifyJson } from '../../contract/lossless-json.ts';

/** What a confirmation was asked about. */
export interface Asked {
  readonly name: string;
  readonly args: unknown;
}

/** States of questions that the assistant carries to its person and back (2026-07-28, "MRTR"). */
export interface RequestStates {
  /** A state for this call that nobody else can make and that ends after five minutes. */
  issue(asked: Asked, now: number): string;
  /** Whether `state` was issued for exactly this call, is not over and was not used before. */
  redeem(state: unknown, asked: Asked, now: number): boolean;
}

const TTL_MS = 300_000;

/** States signed with a key of this process; `random` gives that many random bytes. */
export function createRequestStates(random: (size: number) => Buffer): RequestStates {
  const key = random(32);
  const used = new Map<string, number>();

  function sign(nonce: string, expiresAt: number, { args, name }: Asked): string {
    const call = stringifyJson([nonce, expiresAt, name, args ?? null]);
    return createHmac('sha256', key).update(call).digest('base64url');
  }

  return {
    issue(asked, now) {
      const nonce = random(12).toString('base64url');
      const expiresAt = now + TTL_MS;
      return `${nonce}.${expiresAt}.${sign(nonce, expiresAt, asked)}`;
    },
    redeem(state, asked, now) {
      const [nonce = '', expiry = '', mac = ''] = typeof state === 'string' ? state.split('.') : [];
      const expiresAt = Number(expiry);
      if (!Number.isSafeInteger(expiresAt) || expiresAt <= now || used.has(nonce)) return false;
      const expected = Buffer.from(sign(nonce, expiresAt, asked));
      const given = Buffer.from(mac);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
      for (const [old, end] of used) if (end <= now) used.delete(old);
      used.set(nonce, expiresAt);
      return true;
    },
  };
}
