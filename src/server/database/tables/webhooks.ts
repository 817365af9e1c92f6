import type { Generated, Selectable } from 'kysely';
import type { DeliveryOutcome, DeliveryVia } from '../../../contract/record/delivery.ts';

/** Tables of webhooks, part of `schema.ts`. */
export interface WebhookTables {
  hosted_urls: HostedUrlsTable;
  hosted_counts: HostedCountsTable;
  held_deliveries: HeldDeliveriesTable;
  deliveries: DeliveriesTable;
  delivery_bodies: DeliveryBodiesTable;
}

interface HostedUrlsTable {
  organisation: number;
  machine: number;
  skill: string;
  enabled: number;
  /** The public part of the token, new with each enabling. */
  token_id: number;
  /**
   * The secret part as it is, since the URL is revealed again: who reads it can hand in webhooks,
   * whose signature the machine still checks. Empty while the URL is off.
   */
  secret: string;
  received: number;
  /** Received, and not collected or not decided on until the time was over. */
  lost: number;
  /** Refused at a cap. */
  refused: number;
}

/** What hosted URLs received in a month of UTC, `2026-10`. */
interface HostedCountsTable {
  organisation: number;
  month: string;
  received: number;
}

interface HeldDeliveriesTable {
  organisation: number;
  /** The id of the delivery that its machine will report, whose row there is already. */
  id: number;
  machine: number;
  skill: string;
  received_at: number;
  /** Sealed to the machine's key, base64url; overwritten with null once it is collected. */
  sealed: string | null;
}

interface DeliveriesTable {
  organisation: number;
  /** Made from the time of receipt, so that newest first is descending by id. */
  id: number;
  machine: number;
  /** Where the machine has reported nothing, text of ours that is shown to nobody. */
  machine_delivery_id: string;
  sender_delivery_id: string | null;
  skill: string | null;
  received_at: number;
  outcome: DeliveryOutcome;
  reason: string | null;
  code: string | null;
  http_status: number;
  path: string;
  address: string | null;
  user_agent: string | null;
  sender: string | null;
  /** Redacted headers as JSON. */
  headers: string;
  via: DeliveryVia;
  machine_job_id: string | null;
  /** The started job, once both are known. */
  job: number | null;
  content_type: string | null;
  body_bytes: number;
  /** How many webhooks it stands for: more than 1 for those refused in one minute. */
  webhooks: number;
  /** The seven searched members in lower case (`search-text.ts`). */
  search: string;
}

interface DeliveryBodiesTable {
  organisation: number;
  id: number;
  /** The body byte for byte, base64url. */
  body: string;
  expires_at: number;
  /** The machine and skill that rejected it; null for any other. */
  rejected_of: string | null;
  /** Of the body itself; 0 where it is from before they were counted. */
  bytes: Generated<number>;
}

export type HostedUrlRow = Selectable<HostedUrlsTable>;
export type HeldDeliveryRow = Selectable<HeldDeliveriesTable>;
export type DeliveryRow = Selectable<DeliveriesTable>;
