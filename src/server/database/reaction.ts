import type { WriteTransaction } from './store.ts';
import type { TransactionEvent } from './transaction-event.ts';

/** What a subject does when an event is emitted. */
export interface Reaction {
  readonly event: TransactionEvent<unknown>;
  run(transaction: WriteTransaction, facts: unknown): Promise<void>;
}

/** A reaction to an event, run in the transaction of the event: where it throws, nothing is written. */
export function on<Facts>(
  event: TransactionEvent<Facts>,
  run: (transaction: WriteTransaction, facts: Facts) => Promise<void>,
): Reaction {
  return { event, run: (transaction, facts) => run(transaction, facts as Facts) };
}

interface Emitted<Facts> {
  readonly transaction: WriteTransaction;
  readonly event: TransactionEvent<Facts>;
  readonly facts: Facts;
}

/** Runs the reactions to an event that was emitted, in their order. */
export async function react<Facts>(
  reactions: readonly Reaction[],
  { transaction, event, facts }: Emitted<Facts>,
): Promise<void> {
  for (const reaction of reactions) {
    if (reaction.event === event) await reaction.run(transaction, facts);
  }
}
