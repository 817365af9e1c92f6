import type { ProblemCode } from '../../contract/problem.ts';
import type { HostedUrlRow } from '../database/tables/webhooks.ts';
import { Refusal } from '../refusal.ts';

const MINUTE_MS = 60_000;

/** How many there may be, and how large one. */
const CAPS: ReadonlySet<ProblemCode> = new Set(['rate_limited', 'plan_limit', 'too_large']);

type CountedUrl = Pick<HostedUrlRow, 'organisation' | 'machine' | 'skill' | 'token_id'>;

export interface RefusedCount {
  readonly url: CountedUrl;
  readonly code: ProblemCode;
  readonly status: number;
  readonly reason: string;
  readonly minute: number;
  readonly webhooks: number;
}

/** Counts what hosted URLs refuse at a cap, in memory until the next sweep writes it. */
export interface RefusedWebhooks {
  /** Counts a webhook that was refused by `error`, unless that is not about a cap. */
  add(url: CountedUrl, error: unknown, nowMs: number): void;
  /** Gives the counts and begins anew. */
  take(): readonly RefusedCount[];
  /** Keeps counts that could not be written. */
  giveBack(counts: readonly RefusedCount[]): void;
}

/** Makes the counts of one process. */
export function createRefusedWebhooks(): RefusedWebhooks {
  let counts = new Map<string, RefusedCount>();
  const put = (count: RefusedCount) => {
    const key = `${count.url.token_id} ${count.code} ${count.minute}`;
    const webhooks = (counts.get(key)?.webhooks ?? 0) + count.webhooks;
    counts.set(key, { ...count, webhooks });
  };
  return {
    add(url, error, nowMs) {
      if (!(error instanceof Refusal)) return;
      const { code, status, message: reason } = error;
      if (!CAPS.has(code)) return;
      const minute = Math.floor(nowMs / MINUTE_MS);
      put({ url, code, status, reason, minute, webhooks: 1 });
    },
    take() {
      const taken = [...counts.values()];
      counts = new Map();
      return taken;
    },
    giveBack(unwritten) {
      unwritten.forEach(put);
    },
  };
}
