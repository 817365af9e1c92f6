export const COMMAND_STATUSES = [
  'pending',
  'delivered',
  'succeeded',
  'failed',
  'expired',
  'cancelled',
] as const;
export type CommandStatus = (typeof COMMAND_STATUSES)[number];

export interface CommandError {
  readonly code: string;
  readonly message: string;
}
