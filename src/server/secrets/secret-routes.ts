import type { Operation } from '../catalogue/operation.ts';
import { claimSecret } from './claim-secret.ts';
import { requestSecret } from './request-secret.ts';

/**
 * The two routes of sealed secrets. They take the way of every call, `catalogue/execute.ts`, and are
 * in no catalogue: an assistant has no business with a secret.
 */
export const SECRET_ROUTES: readonly Operation[] = [requestSecret, claimSecret];
