/** What a machine decides on a webhook. */
export const MACHINE_OUTCOMES = ['accepted', 'rejected', 'skipped', 'duplicate'] as const;
export type MachineOutcome = (typeof MACHINE_OUTCOMES)[number];

/**
 * Those, and what a hosted URL does without the machine: a webhook is `held` until the machine has
 * decided on it, `lost` where it never did, `refused` at a cap.
 */
export const DELIVERY_OUTCOMES = [...MACHINE_OUTCOMES, 'held', 'lost', 'refused'] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

/** `http`: the machine's own URL; `ingress`: a hosted URL. */
export type DeliveryVia = 'http' | 'ingress';

/** One webhook as its machine decided on it; reported with a sync. */
export interface DeliveryReport {
  readonly machine_delivery_id: string;
  /** The cloud's id where the service received it on a hosted URL. */
  readonly delivery: string | null;
  readonly sender_delivery_id: string | null;
  readonly skill: string | null;
  /** When the machine's listener got it; left to the service for what it received itself. */
  readonly received_at: string;
  readonly outcome: MachineOutcome;
  readonly reason: string | null;
  /** For programs: `bad_signature`, `filtered`, `unknown_skill`, `duplicate` … */
  readonly code: string | null;
  readonly http_status: number;
  readonly path: string;
  readonly address: string | null;
  readonly user_agent: string | null;
  readonly sender: string | null;
  /** Lower-case names; values that carry credentials or signatures are redacted. */
  readonly headers: Readonly<Record<string, string>>;
  readonly via: DeliveryVia;
  readonly machine_job_id: string | null;
  readonly content_type: string | null;
  readonly body_bytes: number;
  /** The body byte for byte, base64url; null where the machine keeps it home or it is too large. */
  readonly body: string | null;
}

/** A webhook that a hosted URL received, on its way to the machine. */
export interface HostedDelivery {
  readonly id: string;
  readonly skill: string;
  readonly received_at: string;
  /** Sealed box for the machine's key of the JSON text of a `HostedRequest`, base64url. */
  readonly sealed: string;
}

/** What the service saw of the sender's request; only the machine can read it once it is sealed. */
export interface HostedRequest {
  readonly method: string;
  readonly path: string;
  /** What the sender wrote behind the `?` of the URL, as received; services of before do not say it. */
  readonly query?: string;
  readonly address: string | null;
  /** Lower-case names, values as received. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body byte for byte, base64url. */
  readonly body: string;
}

/** Headers in which senders name their delivery, the standard one first. */
const DELIVERY_ID_HEADERS = [
  'webhook-id',
  'svix-id',
  'x-github-delivery',
  'x-gitea-delivery',
  'x-gitlab-event-uuid',
  'x-delivery-id',
];

const ID_CHARS_MAX = 200;

/** The sender's own id of a delivery, of headers in lower case; undefined where it gives none. */
export function senderDeliveryId(headers: HostedRequest['headers']): string | undefined {
  const name = DELIVERY_ID_HEADERS.find((candidate) => headers[candidate]);
  return name === undefined ? undefined : headers[name]?.slice(0, ID_CHARS_MAX);
}
