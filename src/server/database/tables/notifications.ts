import type { Selectable } from 'kysely';
import type { ChannelKind } from '../../../contract/record/channel.ts';
import type { IssueKind, IssueSeverity, IssueStatus } from '../../../contract/record/issue.ts';

/** Tables of notification channels, sends and problem reports, part of `schema.ts`. */
export interface NotificationTables {
  channels: ChannelsTable;
  sends: SendsTable;
  issues: IssuesTable;
}

interface ChannelsTable {
  organisation: number;
  id: number;
  kind: ChannelKind;
  /** JSON list of the alert types that it carries. */
  alert_types: string;
  enabled: number;
  /** Where it sends to; the URL of a webhook may hold a secret. */
  address: string;
  created_at: number;
  last_delivery_at: number | null;
  /** Why the last try failed; null again once one succeeds. */
  last_error: string | null;
  last_error_at: number | null;
}

interface SendsTable {
  organisation: number;
  id: number;
  purpose: SendPurpose;
  /** The channel it goes to; null for an email to a person. */
  channel: number | null;
  alert: number | null;
  issue: number | null;
  /** Where an email to a person goes; a channel has its own address. */
  address: string | null;
  /** JSON. */
  body: string;
  state: SendState;
  tries: number;
  /** When it may be claimed, while it is pending: a claim moves it past the time limit of a try. */
  due_at: number | null;
  error: string | null;
  created_at: number;
  ended_at: number | null;
}

interface IssuesTable {
  organisation: number;
  id: number;
  /** Counts from 1 within the organisation. */
  number: number;
  title: string;
  description: string;
  kind: IssueKind;
  severity: IssueSeverity;
  status: IssueStatus;
  contact_email: string | null;
  /** Where its emails go: `contact_email`, else the person behind the key. */
  mail_to: string | null;
  /** What it concerns, as the reporter named it. */
  machine: string | null;
  job: string | null;
  delivery: string | null;
  skill: string | null;
  /** JSON object as it came. */
  diagnostics: string | null;
  asked_kind: 'api_key' | 'person';
  asked_id: string;
  asked_name: string;
  idempotency_key: string | null;
  created_at: number;
  updated_at: number;
  acknowledgement_sent_at: number | null;
  resolution_sent_at: number | null;
}

type SendPurpose = 'alert' | 'test' | 'issue';
type SendState = 'pending' | 'delivered' | 'recorded' | 'failed';

export type ChannelRow = Selectable<ChannelsTable>;
export type SendRow = Selectable<SendsTable>;
export type IssueRow = Selectable<IssuesTable>;
