import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ServiceCommandResults } from '../../contract/command-args.ts';
import { fromBase64url, toBase64url } from '../../sealing/base64url.ts';
import { wipe } from '../../sealing/key-pair.ts';
import { seal } from '../../sealing/sealed-box.ts';
import { SealingError } from '../../sealing/sealing-error.ts';
import { MachineError } from '../machine-error.ts';
import { SECRET_NAME_PATTERN } from '../skills/front-matter.ts';
import { defineCommand } from './define-command.ts';

const VALUE_BYTES = 32;

/**
 * Makes a secret, stores it in `state/secrets.json` and gives it sealed to the caller's key. A secret
 * that is set is kept unless `force`. The sealed box is made and recorded before the value is stored:
 * an invalid key changes nothing, and after a crash the box of a stored value is still there. The
 * value is also valid as a secret of Standard Webhooks.
 */
export const secretGenerate = defineCommand({
  type: 'secret.generate',
  args: z.strictObject({
    name: z.string().regex(SECRET_NAME_PATTERN),
    recipient_key: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
    force: z.boolean(),
  }),
  async run(machine, args, { prepare }): Promise<ServiceCommandResults['secret.generate']> {
    const random = randomBytes(VALUE_BYTES);
    const value = `whsec_${random.toString('base64')}`;
    const bytes = new TextEncoder().encode(value);
    try {
      const sealed = toBase64url(seal(recipientKey(args.recipient_key), bytes));
      await prepare({ name: args.name, digest: digestOf(value), sealed });
      const kept = await machine.secrets.put(args.name, value, { replace: args.force });
      return kept === 'exists' ? { state: 'exists' } : { state: 'sealed', sealed };
    } finally {
      wipe(random, bytes);
    }
  },
  async settle(machine, prepared) {
    const { digest, name, sealed } = preparedBox.parse(prepared);
    const value = (await machine.secrets.read())[name];
    const isStored = value !== undefined && digestOf(value) === digest;
    return isStored ? { state: 'sealed', sealed } : undefined;
  },
});

const preparedBox = z.object({ name: z.string(), digest: z.string(), sealed: z.string() });

/** To compare the stored value with the one in the box, without recording the value itself. */
function digestOf(value: string): string {
  return createHash('sha256').update(value).digest('base64url');
}

function recipientKey(text: string): Uint8Array {
  try {
    const key = fromBase64url(text);
    // Sealing an empty value checks the key before a secret is made for it.
    seal(key, new Uint8Array());
    return key;
  } catch (error) {
    if (!(error instanceof SealingError)) throw error;
    throw new MachineError('invalid_args', `secret.generate: recipient_key: ${error.message}`);
  }
}
