import type { MachineOutcome } from '../../contract/record/delivery.ts';
import type { MachinePolicy } from '../../contract/record/machine.ts';
import type { Skill } from '../skills/skill-file.ts';
import { filterProblem } from './filters.ts';
import { type IncomingWebhook, payloadOf } from './incoming-webhook.ts';
import { type SignatureProblem, signatureProblem } from './signature.ts';

/** The outcome of a webhook, and the response to its sender. */
export interface Decision {
  readonly outcome: MachineOutcome;
  readonly reason: string | null;
  readonly code: string | null;
  readonly httpStatus: number;
}

interface DecisionFacts {
  /** The present skill; undefined where there is no valid skill of that name. */
  readonly skill: Skill | undefined;
  /** The secrets that are set. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The machine's own mode and time; what comes through the server may be made up by it. */
  readonly mode: MachinePolicy['mode'];
  readonly nowMs: number;
  /** Whether the skill has already got it, as of its marks. */
  readonly isKnown: boolean;
}

const SIGNATURE_REASONS: Readonly<Record<SignatureProblem, string>> = {
  missing_signature: 'the request has no signature of the kind that the skill requires',
  stale_timestamp: 'the signed time differs from now by more than five minutes',
  bad_signature: 'the signature does not match the body and the secret of the skill',
};

const UNSIGNED_IN_OBSERVE =
  'the machine is in observe mode, and a hosted webhook without a signature may be made by the service';

/**
 * Decides the outcome of a webhook: whether the skill exists, the signature is right, the delivery is
 * new and the filters match; in this order, so that a sender without the secret learns nothing of
 * the last two.
 */
export function decideOutcome(incoming: IncomingWebhook, facts: DecisionFacts): Decision {
  const { skill } = facts;
  if (!skill?.settings.webhook) {
    return rejected(404, 'unknown_skill', `no skill ${incoming.skill} takes webhooks`);
  }
  if (incoming.body === undefined) return rejected(413, 'too_large', 'the body is over the limit');
  if (incoming.via === 'ingress' && skill.settings.auth === 'none' && facts.mode === 'observe') {
    return rejected(403, 'unsigned_in_observe', UNSIGNED_IN_OBSERVE);
  }
  const refused = checkSignature(skill, incoming, incoming.body, facts);
  if (refused !== undefined) return refused;
  if (facts.isKnown) {
    const reason = 'the sender has already delivered this';
    return { outcome: 'duplicate', reason, code: 'duplicate', httpStatus: 200 };
  }
  return decideByFilters(skill, incoming.body);
}

/** Decides by the filters of the skill whether a body is accepted or skipped. */
export function decideByFilters(skill: Skill, body: Buffer): Decision {
  // As the numbers of the conditions, which YAML gives.
  const filtered = filterProblem(skill.settings.when, payloadOf(body, JSON.parse));
  if (filtered !== undefined) {
    return { outcome: 'skipped', reason: filtered, code: 'filtered', httpStatus: 200 };
  }
  return ACCEPTED;
}

/** The decision about a webhook that passes every check. */
export const ACCEPTED: Decision = {
  outcome: 'accepted',
  reason: null,
  code: null,
  httpStatus: 202,
};

function checkSignature(
  skill: Skill,
  { headers, receivedAt }: IncomingWebhook,
  body: Buffer,
  { nowMs, secrets }: DecisionFacts,
): Decision | undefined {
  const { auth, secret: name } = skill.settings;
  if (auth === 'none') return undefined;
  const secret = name !== null && Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  if (secret === undefined || secret === '') {
    return rejected(503, 'secret_not_set', 'the secret of the skill is not set on the machine');
  }
  const request = { headers, body, receivedAtMs: Date.parse(receivedAt), nowMs };
  const problem = signatureProblem(auth, secret, request);
  return problem === undefined ? undefined : rejected(401, problem, SIGNATURE_REASONS[problem]);
}

function rejected(httpStatus: number, code: string, reason: string): Decision {
  return { outcome: 'rejected', reason, code, httpStatus };
}
