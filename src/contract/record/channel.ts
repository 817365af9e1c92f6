/** Kinds of notification channels and what they carry (specification, "Events"). */
export const CHANNEL_KINDS = ['chat', 'webhook', 'email'] as const;
export const ALERT_TYPES = [
  'needs_human',
  'machine_offline',
  'job_failed',
  'health_failing',
] as const;

export type ChannelKind = (typeof CHANNEL_KINDS)[number];
export type AlertType = (typeof ALERT_TYPES)[number];
