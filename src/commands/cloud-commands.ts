import type { Command } from '@oclif/core/command';

export type LoadCommand = () => Promise<{ readonly default: Command.Class }>;

/** Our own words beside the operations: what `registry.ts` has of `fleet cloud`, which alone is needed to run one. */
export const CLOUD_COMMANDS: Readonly<Record<string, LoadCommand>> = {
  cloud: () => import('./cloud.ts'),
  'cloud:refresh': () => import('./cloud/refresh.ts'),
};
