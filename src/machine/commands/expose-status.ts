import { defineCommand, noArgs } from './define-command.ts';

/** Whether the machine itself listens for webhooks, and at which URL. */
export const exposeStatus = defineCommand({
  type: 'expose.status',
  args: noArgs,
  async run({ service }) {
    const url = service.webhookUrl();
    return { exposed: url !== undefined, url: url ?? null };
  },
});
