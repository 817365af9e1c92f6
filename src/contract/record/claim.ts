/** States of the claim of a sealed secret (specification, "States and transitions"). */
export const CLAIM_STATES = [
  'pending',
  'sealed',
  'claimed',
  'expired',
  'exists',
  'failed',
] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];
