import type { ServiceCommandArgs } from '../../contract/command-args.ts';
import { fromBase64url } from '../../sealing/base64url.ts';
import { seal } from '../../sealing/sealed-box.ts';
import { SealingError } from '../../sealing/sealing-error.ts';
import type { Call } from '../catalogue/operation.ts';
import { queueCommandIn, requirePaired } from '../commands/queue-command.ts';
import type { CommandRow, MachineRow } from '../database/schema.ts';
import { Refusal } from '../refusal.ts';
import { insertSecretRequest } from './sealed-secret-queries.ts';

/**
 * Asks a machine to make a secret and to seal it to the caller's key; audited as `secret.request`.
 *
 * @throws Refusal as `queueCommand`; `denied_by_machine` also for a machine whose mode is not known
 * yet; `invalid_request` for a `recipient_key` that nothing can be sealed to
 */
export function queueSecretRequest(
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
  return call.service.store.write(async (transaction) => {
    const command = await queueCommandIn(transaction, call, {
      machine,
      type: 'secret.generate',
      args: { ...args },
      audit: 'secret.request',
    });
    await insertSecretRequest(transaction, command);
    return command;
  });
}

/** Sealing nothing tells whether it is a key before a machine makes a secret for it. */
function requireRecipient(key: string): void {
  try {
    seal(fromBase64url(key), new Uint8Array());
  } catch (error) {
    if (!(error instanceof SealingError)) throw error;
    throw new Refusal('invalid_request', `\`recipient_key\` is no X25519 key: ${error.message}.`);
  }
}
