import { z } from 'zod';
import { anyText } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { commandErrorSchema } from '../commands/command-record.ts';
import { claimSealedSecret as claim } from './claim-sealed-secret.ts';

/** `POST /commands/{command}/claim`: a route of its own, no operation. */
export const claimSecret = defineOperation({
  name: 'POST /api/v1/commands/{command}/claim',
  description:
    'Hands out what a machine sealed, once and only to the key that asked for it, within two minutes.',
  scope: 'fleet:admin',
  class: 'write',
  input: z.strictObject({ command: anyText("The request's command_id.") }),
  rest: { method: 'POST', path: '/commands/{command}/claim' },
  answers: {
    200: z.union([
      z.strictObject({ state: z.literal('sealed'), sealed: z.string() }),
      z.strictObject({ state: z.enum(['claimed', 'expired', 'exists']) }),
      z.strictObject({ state: z.literal('failed'), error: commandErrorSchema.nullable() }),
    ]),
    202: z.strictObject({ state: z.literal('pending') }),
  },
  refusals: ['unknown_command'],
  async run(call, { command }) {
    const body = await claim(call, command);
    return { status: body.state === 'pending' ? 202 : 200, body };
  },
});
