export const DELIVERY_OUTCOMES = ['accepted', 'rejected', 'skipped', 'duplicate'] as const;
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
  readonly outcome: DeliveryOutcome;
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
  readonly address: string | null;
  /** Lower-case names, values as received. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body byte for byte, base64url. */
  readonly body: string;
}
