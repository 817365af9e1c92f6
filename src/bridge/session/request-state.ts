import { createHmac, timingSafeEqual } from 'node:crypto';
import { stringifyJson } from '../../base/json/lossless.ts';

/** What a confirmation was asked about. */
export interface ConfirmedCall {
  readonly name: string;
  readonly args: unknown;
}

/** What comes back with a state of ours. */
export type StateContent =
  | { readonly kind: 'question' }
  /** The call was confirmed, and the service itself then asked: its own state, if it gave one. */
  | { readonly kind: 'passed on'; readonly requestState: string | undefined };

/** States that the assistant carries to its person and back (2026-07-28, "MRTR"). */
export interface RequestStates {
  /** A state for this call that nobody else can make and that ends after five minutes. */
  issue(asked: ConfirmedCall, now: number, carried?: StateContent): string;
  /** What was issued for exactly this call; undefined where it is over, was used, or is not ours. */
  redeem(state: unknown, asked: ConfirmedCall, now: number): StateContent | undefined;
}

const TTL_MS = 300_000;
const QUESTION: StateContent = { kind: 'question' };

/** States signed with a key of this process; `random` gives that many random bytes. */
export function createRequestStates(random: (size: number) => Buffer): RequestStates {
  const key = random(32);
  const used = new Map<string, number>();

  function sign(parts: readonly string[], { args, name }: ConfirmedCall): string {
    const call = stringifyJson([...parts, name, args ?? null]);
    return createHmac('sha256', key).update(call).digest('base64url');
  }

  return {
    issue(asked, now, carried = QUESTION) {
      const nonce = random(12).toString('base64url');
      const text = Buffer.from(stringifyJson(carried)).toString('base64url');
      const parts = [nonce, String(now + TTL_MS), text];
      return [...parts, sign(parts, asked)].join('.');
    },
    redeem(state, asked, now) {
      const [nonce = '', expiry = '', text = '', mac = ''] =
        typeof state === 'string' ? state.split('.') : [];
      const expiresAt = Number(expiry);
      if (!(expiresAt > now) || used.has(nonce)) return undefined;
      const expected = Buffer.from(sign([nonce, expiry, text], asked));
      const given = Buffer.from(mac);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      for (const [old, end] of used) if (end <= now) used.delete(old);
      used.set(nonce, expiresAt);
      return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as StateContent;
    },
  };
}
