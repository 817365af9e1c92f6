import { stringifyJson } from '../../base/json/lossless.ts';
import type { ConfirmedCall } from '../tools/tool-call.ts';

/** What a state holds. */
export type StateContent =
  | { readonly kind: 'question' }
  /** The call was confirmed, and then the service asked a question of its own; its state, if it sent one. */
  | { readonly kind: 'forwarded'; readonly requestState: string | undefined }
  | QuestionOfJob;

/** The call was made, and its job asks the question of this key. */
interface QuestionOfJob {
  readonly kind: 'job';
  readonly job: string;
  readonly key: string;
  /** Whether an earlier answer of the person came too late, of which the end of the call tells. */
  readonly isAnswerLate?: boolean;
  /** Whether the form has nothing chosen beforehand, as it follows another one. */
  readonly followsAnother?: boolean;
}

/** Signed `requestState` values, which the assistant sends back with the answer (2026-07-28, "MRTR"). */
export interface RequestStates {
  /** A state for this call, valid for five minutes, and for the question of a job an hour. */
  issue(call: ConfirmedCall, now: number, carried?: StateContent): string;
  /** What a state for exactly this call holds; undefined where it has expired, was used, or was not issued here. */
  redeem(state: unknown, call: ConfirmedCall, now: number): StateContent | undefined;
}

const TTL_MS = 300_000;
/** A job waits for its answer, while a call that was not made may be made again. */
const JOB_TTL_MS = 3_600_000;
const QUESTION: StateContent = { kind: 'question' };

/** Makes states that are signed with a key of this process; `random` gives that many random bytes. */
export function createRequestStates(random: (size: number) => Buffer): RequestStates {
  let key: Buffer | undefined;
  const used = new Map<string, number>();

  function sign(
    parts: readonly string[],
    { args, change, machine, name, service }: ConfirmedCall,
  ): string {
    const text = stringifyJson([
      ...parts,
      name,
      args ?? null,
      change?.now ?? null,
      service ?? null,
      machine?.id ?? null,
    ]);
    const { createHmac } = process.getBuiltinModule('node:crypto');
    key ??= random(32);
    return createHmac('sha256', key).update(text).digest('base64url');
  }

  return {
    issue(call, now, carried = QUESTION) {
      const nonce = random(12).toString('base64url');
      const text = Buffer.from(stringifyJson(carried)).toString('base64url');
      const ttlMs = carried.kind === 'job' ? JOB_TTL_MS : TTL_MS;
      const parts = [nonce, String(now + ttlMs), text];
      return [...parts, sign(parts, call)].join('.');
    },
    redeem(state, call, now) {
      const { timingSafeEqual } = process.getBuiltinModule('node:crypto');
      const [nonce = '', expiry = '', text = '', mac = ''] =
        typeof state === 'string' ? state.split('.') : [];
      const expiresAt = Number(expiry);
      if (!(expiresAt > now) || used.has(nonce)) return undefined;
      const expected = Buffer.from(sign([nonce, expiry, text], call));
      const given = Buffer.from(mac);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      for (const [old, end] of used) if (end <= now) used.delete(old);
      used.set(nonce, expiresAt);
      return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as StateContent;
    },
  };
}
