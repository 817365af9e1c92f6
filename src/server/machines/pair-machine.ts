import { newMachineToken } from '../access/machine-token.ts';
import { hashToken } from '../access/token-hash.ts';
import { type AuditActor, recordAuditOf } from '../audit/record-audit.ts';
import type { MachineRow } from '../database/schema.ts';
import type { Store, WriteTransaction } from '../database/store.ts';
import { insertMachine } from './machine-queries.ts';

interface Pairing {
  readonly organisation: number;
  /** 1 to 100 characters. */
  readonly name: string;
  /** Asked first, in the same transaction: rejects where the plan has no room. */
  readonly requireRoom?: (transaction: WriteTransaction) => Promise<void>;
  /** Who pairs it, for the audit log. */
  readonly actor: Omit<AuditActor, 'organisation'>;
}

/** Adds a machine to an organisation and gives its token, which is stored only as a hash. */
export function pairMachine(
  store: Store,
  { organisation, name, actor, requireRoom }: Pairing,
): Promise<{ readonly machine: MachineRow; readonly token: string }> {
  return store.write(async (transaction) => {
    await requireRoom?.(transaction);
    const id = transaction.newId();
    const token = newMachineToken(id);
    const token_hash = hashToken(token);
    const machine = await insertMachine(transaction, { organisation, id, name, token_hash });
    const changed = [{ name: 'name', value: name }];
    const facts = { action: 'machine.pair', machine: id, changed };
    await recordAuditOf(transaction, { organisation, ...actor }, facts);
    return { machine, token };
  });
}
