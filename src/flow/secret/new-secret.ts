import { readFile } from 'node:fs/promises';
import { platformRandom } from '../../sealing/key-pair.ts';
import { type Completed, completeDelivery } from './complete-delivery.ts';
import type { SecretContext } from './context.ts';
import type { SecretEntry, SinkTarget } from './journal-entry.ts';
import { requestSecret } from './request-secret.ts';
import { holdsValue } from './sink/env-file.ts';
import { openSink, type SinkChoice, type SinkEnvironment } from './sink/open-sink.ts';

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
  await sink.look();
  return replacedIn(sink.target, name);
}

/** The env file that has a value of that name, which one that is delivered there replaces; else undefined. */
export async function replacedIn(target: SinkTarget, name: string): Promise<string | undefined> {
  if (target.kind !== 'dotenv') return undefined;
  const file = await readFile(target.path).catch(() => new Uint8Array());
  return holdsValue(file, name) ? target.path : undefined;
}

const ID_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Twelve letters and digits that nobody confuses when they type them. */
function newEntryId(): string {
  return Array.from(platformRandom(12), (byte) => ID_ALPHABET.charAt(byte & 31)).join('');
}
