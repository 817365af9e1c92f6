import { z } from 'zod';
import { integer } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { statisticsSchema, toStatistics } from './statistics-record.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export const getStats = defineOperation({
  name: 'get_stats',
  description:
    'Jobs, cost, tokens, durations and deliveries per day of UTC, newest first, with totals and figures per skill.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({
    days: integer(1, 90, 'How many days, today included.').default(14),
  }),
  responses: { 200: statisticsSchema },
  refusals: [],
  async run({ service, caller }, { days }) {
    const today = Math.floor(service.clock.now() / DAY_MS);
    const { organisation } = caller;
    const sinceDay = today - days + 1;
    const numbers = await service.store.statistics.fleetStatistics({ organisation, sinceDay });
    return { body: toStatistics(numbers, { today, sinceDay }) };
  },
});
