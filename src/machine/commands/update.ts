import { noArgs } from './command-args.ts';
import { defineCommand } from './define-command.ts';

/** Whether there is a newer version: the reference machine comes with its package, so there is none. */
export const updateCheck = defineCommand({
  type: 'update.check',
  args: noArgs,
  async run({ service: { version } }) {
    return { version, latest: version, update_available: false };
  },
});
