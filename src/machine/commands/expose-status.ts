import { noArgs } from './command-args.ts';
import { defineCommand } from './machine-command.ts';

/** Whether webhook senders reach the machine itself: it listens on no address. */
export const exposeStatus = defineCommand({
  type: 'expose.status',
  args: noArgs,
  async run() {
    return { exposed: false, url: null };
  },
});
