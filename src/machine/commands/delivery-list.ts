import { defineCommand, noArgs } from './define-command.ts';

const DELIVERIES_MAX = 50;

/** The newest webhook deliveries, newest first, without headers and bodies. */
export const deliveryList = defineCommand({
  type: 'delivery.list',
  args: noArgs,
  async run(machine) {
    const newest = machine.deliveries.all().slice(-DELIVERIES_MAX).reverse();
    return {
      deliveries: newest.map(({ report: { headers: _headers, ...report } }) => report),
    };
  },
});
