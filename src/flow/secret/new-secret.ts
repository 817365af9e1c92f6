import { platformRandom } from '../../sealing/key-pair.ts';
import { type Completed, completeDelivery } from './complete-delivery.ts';
import type { SecretContext } from './context.ts';
import type { SecretEntry } from './journal-entry.ts';
import { requestSecret } from './request-secret.ts';
import { openSink, type SinkChoice, type SinkEnvironment } from './sink/open-sink.ts';
import { replacedIn } from './sink/replaced-in.ts';

interface NewSecret {
  readonly machine: string;
  readonly machineId?: string | undefined;
  readonly name: string;
  readonly force: boolean;
  readonly sink: SinkChoice;
}

/** A value that reached its sink, and the entry as it was at its end. */
export interface CollectedSecret extends Completed {
  readonly entry: SecretEntry;
}

/**
 * Requests a new secret from a machine, opens it here and delivers it to its sink, which is opened
 * and checked before the request is sent. Throws `Failure`.
 */
export async function newSecret(
  context: SecretContext,
  { sink: choice, ...request }: NewSecret,
  environment: SinkEnvironment,
): Promise<CollectedSecret> {
  const id = newEntryId();
  const sink = await openSink(choice, { id, name: request.name }, environment);
  const locked = await requestSecret(context, { id, ...request }, sink);
  const delivered = await completeDelivery(locked, context, sink);
  return { ...delivered, entry: locked.entry };
}

/**
 * Throws `Failure` where it can be seen already that a sink will not take the value; changes nothing.
 * The env file whose value of that name will be replaced, undefined where nothing is.
 */
export async function lookAtSink(
  choice: SinkChoice,
  name: string,
  environment: SinkEnvironment,
): Promise<string | undefined> {
  const sink = await openSink(choice, { id: newEntryId(), name }, environment);
  return replacedIn(sink, name);
}

const ID_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Twelve letters and digits that nobody confuses when they type them. */
function newEntryId(): string {
  return Array.from(platformRandom(12), (byte) => ID_ALPHABET.charAt(byte & 31)).join('');
}
