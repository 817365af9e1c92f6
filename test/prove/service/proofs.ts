import { exactlyOneClaim } from './exactly-one-claim.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { killDurability } from './kill-durability.ts';
import { oneTimeSecret } from './one-time-secret.ts';
import type { Proof } from './proof.ts';

/** The ten tests, in their order. */
export const PROOFS: readonly Proof[] = [
  killDurability,
  exactlyOneClaim,
  oneTimeSecret,
  idempotencyKey,
];
