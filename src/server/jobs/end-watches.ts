import type { Service } from '../service.ts';
import { deleteEndedWatches, hasEndedWatch } from './live-output-queries.ts';

/** Drops the live output of jobs that are no longer watched. */
export async function endWatches({ store, clock }: Service): Promise<void> {
  if (await store.read((db) => hasEndedWatch(db, clock.now())))
    await store.write(deleteEndedWatches);
}
