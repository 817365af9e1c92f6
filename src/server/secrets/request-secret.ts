import { z } from 'zod';
import { COMMAND_TTL_SECONDS } from '../../contract/limits.ts';
import { machineName } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { count, id } from '../catalogue/record-fields.ts';
import { formatId } from '../database/row-id.ts';
import { resolveMachine } from '../machines/resolve-machine.ts';
import { queueSecretRequest as request } from './queue-secret-request.ts';

/** `POST /machines/{machine}/secrets` (specification, rule 7): a route of its own, no operation. */
export const requestSecret = defineOperation({
  name: 'POST /api/v1/machines/{machine}/secrets',
  description:
    'Asks a machine to make a secret and to seal it to a key of the caller; the service never has it.',
  scope: 'fleet:admin',
  class: 'write',
  input: z.strictObject({
    machine: machineName(),
    name: z
      .string()
      .regex(/^[A-Z_][A-Z0-9_]{0,99}$/)
      .describe("The secret's environment variable."),
    recipient_key: z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/)
      .describe('A raw X25519 public key, base64url, made by the caller for this request.'),
    force: z.boolean().describe('Replace a secret that the machine has already.').optional(),
  }),
  rest: { method: 'POST', path: '/machines/{machine}/secrets' },
  answers: {
    202: z.strictObject({
      command_id: id('cmd'),
      machine: id('mac'),
      name: z.string(),
      expires_in_seconds: count,
    }),
  },
  refusals: ['unknown_machine', 'ambiguous_machine', 'revoked', 'denied_by_machine'],
  async run(call, { machine: named, name, recipient_key, force = false }) {
    const machine = await resolveMachine(call, named);
    const command = await request(call, machine, { name, recipient_key, force });
    return {
      status: 202,
      body: {
        command_id: formatId('cmd', command.id),
        machine: formatId('mac', machine.id),
        name,
        expires_in_seconds: COMMAND_TTL_SECONDS,
      },
    };
  },
});
