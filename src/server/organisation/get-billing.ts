import { z } from 'zod';
import { defineOperation } from '../catalogue/operation.ts';
import { billingSchema, readBilling } from './plan-record.ts';

export const getBilling = defineOperation({
  name: 'get_billing',
  description:
    'The plan in force with its limits, what is used and how much room is left, the plan that the usage fits, and where a person changes it.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({}),
  rest: { method: 'GET', path: '/billing' },
  responses: { 200: billingSchema },
  refusals: [],
  async run({ service, caller }) {
    return { body: await readBilling(service, caller.organisation) };
  },
});
