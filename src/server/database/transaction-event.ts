/**
 * Something that happens in a write transaction and to which subjects above the one that declares it
 * react, before the transaction is committed. `reactions.ts` lists who reacts to what.
 */
export interface TransactionEvent<Facts> {
  readonly name: string;
  /** Never set; only here so that the compiler keeps the type of the facts. */
  readonly facts?: Facts;
}

/** Declares an event that `WriteTransaction.emit` passes on with facts of this type. */
export function defineEvent<Facts>(name: string): TransactionEvent<Facts> {
  return { name };
}
