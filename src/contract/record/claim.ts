/** States of the claim of a sealed secret (specification, "States and transitions"). */
const CLAIM_STATES = ['pending', 'sealed', 'claimed', 'expired', 'exists', 'failed'] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];
