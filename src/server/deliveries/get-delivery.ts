import { z } from 'zod';
import { deliveryId } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { findMachine } from '../machines/machine-queries.ts';
import { findBody } from './delivery-body-queries.ts';
import { deliverySchema, toDeliveryBody, toDeliveryDetail } from './delivery-record.ts';
import { resolveDelivery } from './resolve-delivery.ts';

export const getDelivery = defineOperation({
  name: 'get_delivery',
  description: 'One webhook with its redacted headers, and its body where it is kept.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({
    delivery: deliveryId(),
    include_body: z.boolean().describe('Adds the stored body.').optional(),
  }),
  rest: {
    method: 'GET',
    path: '/deliveries/{delivery}',
    input: z
      .strictObject({
        delivery: deliveryId(),
        include: z.enum(['body']).describe('Adds the stored body.').optional(),
      })
      .transform(({ delivery, include }) => ({ delivery, include_body: include === 'body' })),
  },
  responses: { 200: deliverySchema },
  refusals: ['unknown_delivery', 'ambiguous_delivery'],
  async run(call, { delivery: named, include_body }) {
    const { store, clock } = call.service;
    const delivery = await resolveDelivery(call, named);
    const [machine, body] = await store.read(async (db) => [
      await findMachine(db, delivery.organisation, delivery.machine),
      await findBody(db, delivery, clock.now()),
    ]);
    const detail = toDeliveryDetail({ delivery, machine, hasBody: body !== undefined });
    return { body: { ...detail, ...(include_body ? toDeliveryBody(body) : {}) } };
  },
});
