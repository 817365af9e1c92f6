import { z } from 'zod';
import { pricing } from '../fleet/plans.ts';
import { defineOperation } from './operation.ts';
import { pricing as pricingRecord } from './record/plan.ts';

export const getPricing = defineOperation({
  name: 'get_pricing',
  description:
    'Every plan with its prices (cents, USD) and limits, and whether this deployment enforces them.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({}),
  answers: { 200: pricingRecord },
  refusals: [],
  async run({ service }) {
    return { body: { ...pricing(service.settings) } };
  },
});
