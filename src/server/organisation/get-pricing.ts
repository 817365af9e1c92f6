import { z } from 'zod';
import { defineOperation } from '../catalogue/operation.ts';
import { pricingOf, pricingSchema } from './plan-record.ts';

export const getPricing = defineOperation({
  name: 'get_pricing',
  description:
    'Every plan with its prices (cents, USD) and limits, and whether this deployment enforces them; `sold` is false where nothing is charged and the prices are samples.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({}),
  responses: { 200: pricingSchema },
  refusals: [],
  async run({ service }) {
    return { body: { ...pricingOf(service.settings) } };
  },
});
