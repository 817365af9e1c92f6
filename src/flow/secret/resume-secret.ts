import { Failure, usageFailure } from '../../contract/failure.ts';
import { wipe } from '../../sealing/key-pair.ts';
import { completeDelivery } from './complete-delivery.ts';
import type { SecretContext } from './context.ts';
import { deliveryUnclear } from './deliver.ts';
import type { SinkTarget } from './journal-entry.ts';
import type { LockedEntry } from './locked-entry.ts';
import type { CollectedSecret } from './new-secret.ts';
import { openValue } from './open-value.ts';
import { removeEntry, removeStagedFile } from './remove-entry.ts';
import { openSink, reopenSink, type SinkChoice, type SinkEnvironment } from './sink/open-sink.ts';
import type { Sink } from './sink/sink.ts';

/**
 * Goes on with an entry where an earlier run left it, into its own sink or into one named anew.
 * Throws `Failure`: usage or conflict where a sink has to be named, and as `completeDelivery`.
 */
export async function resumeSecret(
  context: SecretContext,
  { id, sink: choice }: { readonly id: string; readonly sink: SinkChoice | undefined },
  environment: SinkEnvironment,
): Promise<CollectedSecret> {
  const locked = await context.journal.lock(id, context);
  try {
    const { target } = locked.entry;
    const sink =
      choice === undefined
        ? ownSink(locked, environment)
        : await newSink(locked, context, { choice, environment });
    const within = keepingTarget(context, locked, target);
    const delivered = await completeDelivery(locked, within, sink, choice && sink.target);
    return { ...delivered, entry: locked.entry };
  } finally {
    locked.release();
  }
}

/** What a person declines is no place for a later run that names none. */
function keepingTarget(
  context: SecretContext,
  locked: LockedEntry,
  target: SinkTarget,
): SecretContext {
  return {
    ...context,
    async replacesValue(entry, envFile) {
      try {
        await context.replacesValue(entry, envFile);
      } catch (error) {
        // The no stands also where the disk does not take it.
        await locked.change({ target }).catch(() => undefined);
        throw error;
      }
    },
  };
}

function ownSink(locked: LockedEntry, environment: SinkEnvironment): Sink {
  const { id, state, target } = locked.entry;
  const sink = reopenSink(target, locked.entry, environment);
  if (sink !== undefined) return sink;
  if (state === 'delivering')
    throw deliveryUnclear(locked, 'it is not possible to find out whether it arrived');
  throw usageFailure(
    'A sink is needed',
    `This secret was for ${target.kind === 'child' ? 'a command' : 'stdout'}, which has to be given again.`,
    { step: 'resume_secret', id, intoFile: true },
  );
}

async function newSink(
  locked: LockedEntry,
  context: SecretContext,
  { choice, environment }: { readonly choice: SinkChoice; readonly environment: SinkEnvironment },
): Promise<Sink> {
  if (locked.entry.state === 'delivering') await leaveOldSink(locked, context, environment);
  await removeStagedFile(locked.entry);
  const sink = await openSink(choice, locked.entry, environment);
  const file = await sink.check();
  if (file !== undefined) await context.canBeRead(file);
  await locked.change({ target: sink.target });
  return sink;
}

/** If the file has the value already, this is reported and nothing is written again. */
async function leaveOldSink(
  locked: LockedEntry,
  context: SecretContext,
  environment: SinkEnvironment,
): Promise<void> {
  const { id, target } = locked.entry;
  const old = reopenSink(target, locked.entry, environment);
  if (old !== undefined) {
    const value = await openValue(locked, context.keychain);
    const settled = await old.settle(value).finally(() => wipe(value));
    if (settled === 'placed') {
      await locked.finish();
      await removeEntry(locked, context.keychain);
      throw new Failure('conflict', {
        code: 'already_delivered',
        title: 'The value was delivered before',
        detail: `It is in ${'path' in target ? target.path : 'its sink'}, and is no longer in the journal.`,
        extra: { id },
      });
    }
  }
  await locked.move('withdraw');
}
