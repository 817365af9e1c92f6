import { z } from 'zod';
import type { ServiceCommandArgs } from '../../contract/command-args.ts';
import { COMMAND_TTL_SECONDS } from '../../contract/limits.ts';
import { fromBase64url } from '../../sealing/base64url.ts';
import { seal } from '../../sealing/sealed-box.ts';
import { SealingError } from '../../sealing/sealing-error.ts';
import { machineName } from '../catalogue/input-fields.ts';
import { type Call, defineOperation } from '../catalogue/operation.ts';
import { count, id } from '../catalogue/record-fields.ts';
import { queueCommandIn } from '../commands/queue-command.ts';
import { formatId } from '../database/row-id.ts';
import type { CommandRow, MachineRow } from '../database/schema.ts';
import { machineTurn } from '../machines/machine-turn.ts';
import { requirePaired, resolveMachine } from '../machines/resolve-machine.ts';
import { Refusal } from '../refusal.ts';
import { insertSecretRequest } from './sealed-secret-queries.ts';

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
  rest: { method: 'POST', path: '/machines/{machine}/secrets', operationId: 'request_secret' },
  responses: {
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
    const command = await queueSecretRequest(call, machine, { name, recipient_key, force });
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

/**
 * Asks a machine to make a secret and to seal it to the caller's key; audited as `secret.request`.
 * Throws `Refusal` as `queueCommand`; `denied_by_machine` also for a machine whose mode is not known
 * yet; `invalid_request` for a `recipient_key` that nothing can be sealed to.
 */
function queueSecretRequest(
  call: Call,
  machine: MachineRow,
  args: ServiceCommandArgs['secret.generate'],
): Promise<CommandRow> {
  requireRecipient(args.recipient_key);
  requirePaired(machine);
  if (machine.mode === null) {
    throw new Refusal(
      'denied_by_machine',
      `The machine ${machine.name} has not reported yet that it is in control mode.`,
    );
  }
  return call.service.store.write(
    async (transaction) => {
      const command = await queueCommandIn(transaction, call, {
        machine,
        type: 'secret.generate',
        args: { ...args },
        audit: 'secret.request',
        subject: { kind: 'secret', name: args.name },
        ...(args.force ? { changed: [{ name: 'force', value: true }] } : {}),
      });
      await insertSecretRequest(transaction, command);
      return command;
    },
    [machineTurn(machine.id)],
  );
}

/** Checks the key by sealing nothing to it, before a machine makes a secret for it. */
function requireRecipient(key: string): void {
  try {
    seal(fromBase64url(key), new Uint8Array());
  } catch (error) {
    if (!(error instanceof SealingError)) throw error;
    throw new Refusal(
      'invalid_request',
      `\`recipient_key\` is not an X25519 key: ${error.message}.`,
    );
  }
}
