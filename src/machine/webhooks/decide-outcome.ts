import type { DeliveryOutcome } from '../../contract/record/delivery.ts';
import type { Skill } from '../skills/skill-file.ts';
import { filterProblem } from './filters.ts';
import { type IncomingWebhook, payloadOf, senderDeliveryId } from './incoming-webhook.ts';
import { type SignatureProblem, signatureProblem } from './signature.ts';

/** What becomes of a webhook, and what its sender is told. */
export interface Decision {
  readonly outcome: DeliveryOutcome;
  readonly reason: string | null;
  readonly code: string | null;
  readonly httpStatus: number;
}

export interface DecisionFacts {
  /** The skill as it is now; undefined where there is none of that name that can be read. */
  readonly skill: Skill | undefined;
  /** The secrets that are set. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Whether the skill already took a delivery with this id of the sender. */
  readonly isKnown: (senderDeliveryId: string) => boolean;
}

const SIGNATURE_REASONS: Readonly<Record<SignatureProblem, string>> = {
  missing_signature: 'the request is not signed as the skill wants it',
  stale_timestamp: 'the signed time is more than five minutes away',
  bad_signature: 'the signature does not match the body and the secret of the skill',
};

/**
 * Judges a webhook: is there such a skill, is it signed with its secret, is it new, does it pass
 * the filters; in this order, so that nobody without the secret learns more than that.
 */
export function decideOutcome(incoming: IncomingWebhook, facts: DecisionFacts): Decision {
  const { skill } = facts;
  if (!skill?.settings.webhook) {
    return rejected(404, 'unknown_skill', `no skill ${incoming.skill} takes webhooks`);
  }
  if (incoming.body === null) return rejected(413, 'too_large', 'the body is over the limit');
  const unsigned = checkSignature(skill, incoming, incoming.body, facts);
  if (unsigned !== null) return unsigned;
  const id = senderDeliveryId(incoming.headers);
  if (id !== null && facts.isKnown(id)) {
    const reason = 'the sender had delivered this before';
    return { outcome: 'duplicate', reason, code: 'duplicate', httpStatus: 200 };
  }
  return decideByFilters(skill, incoming.body);
}

/** Judges what is in a webhook that may start this skill. */
export function decideByFilters(skill: Skill, body: Buffer): Decision {
  const filtered = filterProblem(skill.settings.when, payloadOf(body));
  if (filtered !== null) {
    return { outcome: 'skipped', reason: filtered, code: 'filtered', httpStatus: 200 };
  }
  return ACCEPTED;
}

/** What a webhook gets that nothing speaks against. */
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
  { secrets }: DecisionFacts,
): Decision | null {
  const { auth, secret: name } = skill.settings;
  if (auth === 'none') return null;
  const secret = name !== null && Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  if (secret === undefined || secret === '') {
    return rejected(503, 'secret_not_set', 'the secret of the skill is not set on the machine');
  }
  const request = { headers, body, receivedAtMs: Date.parse(receivedAt) };
  const problem = signatureProblem(auth, secret, request);
  return problem === null ? null : rejected(401, problem, SIGNATURE_REASONS[problem]);
}

function rejected(httpStatus: number, code: string, reason: string): Decision {
  return { outcome: 'rejected', reason, code, httpStatus };
}
