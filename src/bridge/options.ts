import type { TargetFlags } from '../profile/resolve-target.ts';

/** When a person confirms a call that cannot be undone: where the assistant can ask, always, or never. */
export type ConfirmMode = 'auto' | 'always' | 'never';

/** Whether a job that asks is put to the person of an assistant that can ask, or is left alone. */
export type QuestionsMode = 'auto' | 'never';

/** How the bridge runs, from the command line of `fleet mcp`. */
export interface BridgeOptions {
  readonly target: TargetFlags;
  readonly readOnly: boolean;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** Longest wait that a tool may ask of the service. */
  readonly maxWaitSeconds: number;
  readonly confirm: ConfirmMode;
  readonly questions: QuestionsMode;
  readonly verbose: boolean;
}
