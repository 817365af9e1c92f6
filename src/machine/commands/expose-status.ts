import { noArgs } from './command-args.ts';
import { defineCommand } from './define-command.ts';

/** Whether webhook senders reach the machine itself, and where. */
export const exposeStatus = defineCommand({
  type: 'expose.status',
  args: noArgs,
  async run({ service }) {
    const url = service.webhookUrl();
    return { exposed: url !== null, url };
  },
});
