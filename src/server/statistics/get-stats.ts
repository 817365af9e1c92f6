import { z } from 'zod';
import { integer } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { keepDays } from '../database/statistics/keep-days.ts';
import { dayAt, firstOpenDay } from '../database/statistics/kept-days.ts';
import { Refusal } from '../refusal.ts';
import { statisticsSchema, toStatistics } from './statistics-record.ts';

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
    const { store, clock } = service;
    const { organisation } = caller;
    const now = clock.now();
    const today = dayAt(now);
    const span = { organisation, sinceDay: today - days + 1, today, openDay: firstOpenDay(now) };
    const { statistics, counted } = await store.statistics.fleetStatistics(span);
    try {
      await keepDays(store, organisation, counted);
    } catch (error) {
      // What cannot be written now is counted again.
      if (!(error instanceof Refusal) || error.code !== 'unavailable') throw error;
    }
    return { body: toStatistics(statistics, span) };
  },
});
