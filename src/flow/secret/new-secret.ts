import { platformRandom } from '../../sealing/key-pair.ts';
import { bringHome } from './complete-delivery.ts';
import type { SecretDesk } from './context.ts';
import type { Delivered } from './deliver.ts';
import type { Entry } from './journal-entry.ts';
import { askForSecret } from './request-secret.ts';
import { openSink, type SinkPlace, type TypedSink } from './sink/open-sink.ts';

export interface NewSecret {
  readonly machine: string;
  readonly name: string;
  readonly force: boolean;
  readonly sink: TypedSink;
}

/** A value that reached its sink, and the entry as it was at its end. */
export interface Collected extends Delivered {
  readonly entry: Entry;
}

/**
 * Asks a machine to make a secret, opens it here and hands it to its sink, which is opened and
 * checked before the machine is asked. Throws `Failure`.
 */
export async function newSecret(
  desk: SecretDesk,
  { sink: typed, ...asked }: NewSecret,
  place: SinkPlace,
): Promise<Collected> {
  const id = newEntryId();
  const sink = await openSink(typed, { id, name: asked.name }, place);
  const held = await askForSecret(desk, { id, ...asked }, sink);
  const delivered = await bringHome(held, desk, sink);
  return { ...delivered, entry: held.entry };
}

const ID_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Twelve letters and digits that nobody confuses when they type them. */
function newEntryId(): string {
  return Array.from(platformRandom(12), (byte) => ID_ALPHABET.charAt(byte & 31)).join('');
}
