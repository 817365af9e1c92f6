import { Failure, usageFailure } from '../../contract/failure.ts';
import { wipe } from '../../sealing/key-pair.ts';
import { completeDelivery } from './complete-delivery.ts';
import type { SecretContext } from './context.ts';
import { deliveryUnclear, WITHOUT_SECRETS } from './deliver.ts';
import type { LockedEntry } from './locked-entry.ts';
import type { CollectedSecret } from './new-secret.ts';
import { openValue } from './open-value.ts';
import { removeEntry, removeStagedFile } from './remove-entry.ts';
import { openSink, reopenSink, type SinkChoice, type SinkEnvironment } from './sink/open-sink.ts';
import type { Sink } from './sink/sink.ts';

/**
 * Goes on with an entry where an earlier run left it, into its own sink or into one named anew.
 * Throws `Failure`: usage or conflict where a sink has to be named, and as `bringHome`.
 */
export async function resumeSecret(
  desk: SecretContext,
  { id, sink: typed }: { readonly id: string; readonly sink: SinkChoice | undefined },
  place: SinkEnvironment,
): Promise<CollectedSecret> {
  const held = await desk.journal.hold(id);
  try {
    const sink =
      typed === undefined ? ownSink(held, place) : await newSink(held, desk, { typed, place });
    const delivered = await completeDelivery(held, desk, sink);
    return { ...delivered, entry: held.entry };
  } finally {
    held.release();
  }
}

function ownSink(held: LockedEntry, place: SinkEnvironment): Sink {
  const { id, state, target } = held.entry;
  const sink = reopenSink(target, held.entry, place);
  if (sink !== undefined) return sink;
  if (state === 'delivering') throw deliveryUnclear(held, 'nobody can look that up');
  throw usageFailure(
    'A sink is needed',
    `This secret was for ${target.kind === 'child' ? 'a command' : 'stdout'}, which has to be named anew.`,
    `As in: fleet secret resume ${id} --file PATH`,
  );
}

async function newSink(
  held: LockedEntry,
  desk: SecretContext,
  { place, typed }: { readonly typed: SinkChoice; readonly place: SinkEnvironment },
): Promise<Sink> {
  if (held.entry.state === 'delivering') await leaveOldSink(held, desk, place);
  await removeStagedFile(held.entry);
  const sink = await openSink(typed, held.entry, place);
  await sink.check();
  await held.change({ target: sink.target });
  return sink;
}

/** A file that has the value by now is told, and not given it a second time. */
async function leaveOldSink(
  held: LockedEntry,
  desk: SecretContext,
  place: SinkEnvironment,
): Promise<void> {
  const { id, target } = held.entry;
  const old = reopenSink(target, held.entry, place);
  if (old !== undefined) {
    const value = await openValue(held, desk.vault);
    const settled = await old.settle(value).finally(() => wipe(value));
    if (settled === 'placed') {
      await held.move('finish', WITHOUT_SECRETS);
      await removeEntry(held, desk.vault);
      throw new Failure('conflict', {
        code: 'already_delivered',
        title: 'The value was delivered before',
        detail: `It is in ${'path' in target ? target.path : 'its sink'}, and the journal has it no more.`,
        extra: { id },
      });
    }
  }
  await held.move('withdraw');
}
