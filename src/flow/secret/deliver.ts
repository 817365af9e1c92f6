import { Failure } from '../../contract/failure.ts';
import type { LockedEntry } from './locked-entry.ts';
import type { NewerValue } from './newer-value.ts';
import type { FileSink, HandoverSink, Sink } from './sink/sink.ts';

/** How often a file gets the value anew because another program wrote it meanwhile. */
const TRIES_MAX = 5;

export interface Delivered {
  /** The exit code of the child that has the value, once it has one; 0 without a child. */
  readonly ended: Promise<number>;
  /** Whether an env file had another value of the name, which is gone. */
  readonly replaced?: boolean;
}

/**
 * Hands an opened value to its sink and moves the entry to `delivered`: a file gets it exactly once,
 * also over crashes, a stream or a child at most once. Throws `Failure`, and only where the sink does
 * not have the value for sure; the entry then says how far it came.
 */
export async function deliver(
  locked: LockedEntry,
  value: Uint8Array,
  { newer, sink }: { readonly sink: Sink; readonly newer: NewerValue },
): Promise<Delivered> {
  for (;;) {
    // Nobody is asked while others wait for the file.
    await newer.settle();
    const delivered =
      sink.guarantee === 'at_most_once'
        ? await handOver(locked, value, { sink, newer })
        : await sink.exclusively(() => deliverToFile(locked, value, { sink, newer }));
    if (delivered !== 'newer_came') return delivered;
  }
}

async function deliverToFile(
  locked: LockedEntry,
  value: Uint8Array,
  { newer, sink }: { readonly sink: FileSink; readonly newer: NewerValue },
): Promise<Delivered | 'newer_came'> {
  if (locked.entry.state === 'delivering') {
    const settled = await sink.settle(value);
    if (settled === 'unclear') throw deliveryUnclear(locked, 'the file does not have it now');
    if (settled === 'placed') return finished(locked);
    // What is staged was made from what the file was then.
    await locked.move('withdraw');
  }
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const { replaces } = await sink.stage(value);
    await locked.move('hand_over');
    const isOlder = newer.hasCome();
    if (!isOlder && (await place(locked, value, sink)) === 'placed')
      return finished(locked, replaces);
    await locked.move('withdraw');
    await sink.clear();
    if (isOlder) return 'newer_came';
  }
  throw fileChanges(locked);
}

async function finished(locked: LockedEntry, replaced = false): Promise<Delivered> {
  await locked.finish();
  return { ended: Promise.resolve(0), replaced };
}

/** The last step, withdrawn where it fails. */
async function place(
  locked: LockedEntry,
  value: Uint8Array,
  sink: FileSink,
): Promise<'placed' | 'changed'> {
  try {
    return await sink.place();
  } catch (error) {
    // The step may have been taken all the same, as where the folder cannot be synced.
    if ((await sink.settle(value).catch(() => 'unclear')) === 'placed') return 'placed';
    await locked.move('withdraw');
    await sink.clear();
    throw error;
  }
}

async function handOver(
  locked: LockedEntry,
  value: Uint8Array,
  { newer, sink }: { readonly sink: HandoverSink; readonly newer: NewerValue },
): Promise<Delivered | 'newer_came'> {
  if (locked.entry.state === 'delivering')
    throw deliveryUnclear(locked, 'it is not possible to find out whether it arrived');
  sink.accept(value);
  await locked.move('hand_over');
  if (newer.hasCome()) {
    await locked.move('withdraw');
    return 'newer_came';
  }
  const handing = await sink.hand(value);
  if (handing.kind === 'refused') {
    await locked.move('withdraw');
    throw handing.failure;
  }
  await locked.finish();
  return { ended: handing.ended };
}

function fileChanges({ entry: { target } }: LockedEntry): Failure {
  const file = 'path' in target ? target.path : 'The file';
  return new Failure('conflict', {
    code: 'in_use',
    title: 'The file keeps changing',
    detail: `${file} was written by another program at each of ${TRIES_MAX} tries, and does not have the value.`,
  });
}

/** A second delivery is for a person to decide, who names the sink anew. */
export function deliveryUnclear({ entry: { id } }: LockedEntry, why: string): Failure {
  return new Failure('conflict', {
    code: 'delivery_unclear',
    title: 'The value may have been handed over',
    detail: `An earlier run ended while it was handed over, and ${why}.`,
    next: [{ step: 'deliver_again', id }],
    extra: { id },
  });
}
