import { noArgs } from './command-args.ts';
import { defineCommand } from './machine-command.ts';

/** The webhook deliveries that the machine took: it listens to no sender, so there are none. */
export const deliveryList = defineCommand({
  type: 'delivery.list',
  args: noArgs,
  async run() {
    return { deliveries: [] };
  },
});
