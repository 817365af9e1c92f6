import { WriteError } from '../../base/disk/write-error.ts';
import type { AdviceStep } from '../../contract/advice-step.ts';
import { Failure } from '../../contract/failure.ts';
import type { Keychain } from '../../profile/keychain/keychain.ts';
import { wipe } from '../../sealing/key-pair.ts';
import { valueWaits } from './claim-failure.ts';
import { claimSecret } from './claim-secret.ts';
import type { SecretContext } from './context.ts';
import { type Delivered, deliver } from './deliver.ts';
import { isUnclaimed } from './entry-state.ts';
import { findRequest } from './find-request.ts';
import type { SecretEntry, SinkTarget } from './journal-entry.ts';
import type { LockedEntry } from './locked-entry.ts';
import { newerValueOf } from './newer-value.ts';
import { openValue } from './open-value.ts';
import { removeEntry } from './remove-entry.ts';
import { removeReplaced } from './remove-replaced.ts';
import { replacedIn } from './sink/replaced-in.ts';
import type { Sink } from './sink/sink.ts';

export interface Completed extends Delivered {
  /** Why the entry is still in the journal; undefined where it is gone, as it should be. */
  readonly entryKept: unknown;
}

/**
 * Takes a secret from whatever state its entry is in to its sink, and removes the entry. Throws
 * `Failure`; the entry is unlocked then, and the failure says how to continue. `named` is the target of a sink that was
 * named anew for an older request.
 */
export async function completeDelivery(
  locked: LockedEntry,
  context: SecretContext,
  sink: Sink,
  named?: SinkTarget,
): Promise<Completed> {
  const newer = newerValueOf(locked, context, named);
  try {
    await newer.settle();
    if (locked.entry.state === 'asking') await findRequest(locked, context);
    if (locked.entry.state === 'asked') await claimSecret(locked, context);
    await removeReplaced(locked.entry, context);
    context.signal.throwIfAborted();
    const value = await openValue(locked, context.keychain);
    try {
      await newer.settle();
      await agreeToReplace(locked, context, sink);
      await context.beforeDelivery(value, sink.target);
      const delivered = await deliver(locked, value, { sink, newer });
      return { ...delivered, entryKept: await whyKept(locked, context.keychain) };
    } finally {
      wipe(value);
    }
  } catch (error) {
    locked.release();
    const failure = error instanceof Failure ? error : systemFailure(error, locked.entry);
    throw failure === undefined ? error : resumable(failure, locked.entry);
  }
}

/** What an earlier run may have placed is not what is replaced. */
async function agreeToReplace(
  locked: LockedEntry,
  context: SecretContext,
  sink: Sink,
): Promise<void> {
  const { entry } = locked;
  if (entry.state === 'delivering' || sink.target.kind !== 'dotenv') return;
  const envFile = await replacedIn(sink, entry.name);
  if (envFile === undefined) return;
  try {
    await context.replacesValue(entry, envFile);
  } catch (error) {
    if (error instanceof Failure && error.kind === 'declined') {
      const declined = [...(locked.entry.declined ?? []), envFile];
      await locked.change({ declined }).catch(() => undefined);
    }
    throw error;
  }
}

/** Removes the entry of a value that its sink has, which no failure of ours takes back. */
async function whyKept(locked: LockedEntry, keychain: Keychain): Promise<unknown> {
  try {
    await removeEntry(locked, keychain);
    return undefined;
  } catch (error) {
    locked.release();
    return error;
  }
}

/** What the system refused, as a full disk does; undefined for anything else. */
function systemFailure(error: unknown, { state }: SecretEntry): Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!('syscall' in error || error instanceof WriteError)) return undefined;
  const facts = isUnclaimed(state)
    ? { code: 'not_stored', title: 'The machine was asked, and the journal cannot be written' }
    : { code: 'not_delivered', title: 'The value has arrived and was not delivered' };
  return new Failure('local', { ...facts, detail: error.message }, { cause: error });
}

/** Adds how to continue, where the failure does not name the entry itself. */
function resumable(failure: Failure, entry: SecretEntry): Failure {
  const { id, state } = entry;
  const { advice, extra, next = [] } = failure.facts;
  if (extra !== undefined && 'id' in extra) return failure;
  const isTaken = failure.kind === 'conflict' && failure.facts.code !== 'in_use';
  const isForFile = isTaken || failure.kind === 'cannot_start';
  const step: AdviceStep =
    state === 'delivering'
      ? { step: 'deliver_again', id }
      : { step: 'resume_secret', id, intoFile: isForFile };
  return new Failure(failure.kind, {
    ...failure.facts,
    ...(advice === undefined && state !== 'delivering' && { advice: whatIsLeft(failure, entry) }),
    next: [...next, step],
    extra: { ...extra, id },
  });
}

/** A claim is for the key that asked, which a new login may have replaced. */
function whatIsLeft({ facts }: Failure, entry: SecretEntry): string {
  if (facts.code !== 'forbidden') {
    return isUnclaimed(entry.state)
      ? `Nothing is lost yet. ${valueWaits(entry)}`
      : 'Nothing is lost.';
  }
  return 'Only the key that asked for it collects the value, within its two minutes: use that key.';
}
