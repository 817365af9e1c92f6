import { contractFuzz } from './contract-fuzz.ts';
import { exactlyOneClaim } from './exactly-one-claim.ts';
import { heldRequests } from './held-requests.ts';
import { honestOutage } from './honest-outage.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { killDurability } from './kill-durability.ts';
import { oneTimeSecret } from './one-time-secret.ts';
import { pagingUnderWrites } from './paging-under-writes.ts';
import type { Proof } from './proof.ts';
import { rateLimit } from './rate-limit.ts';
import { skewUpgradeTenancy } from './skew-upgrade-tenancy.ts';

/** The tests, in their order. */
export const PROOFS: readonly Proof[] = [
  killDurability,
  exactlyOneClaim,
  oneTimeSecret,
  idempotencyKey,
  honestOutage,
  heldRequests,
  contractFuzz,
  pagingUnderWrites,
  rateLimit,
  skewUpgradeTenancy,
];
