import { newMachineToken } from '../access/machine-token.ts';
import { hashToken } from '../access/token-hash.ts';
import { insertAuditEntry } from '../audit/audit-queries.ts';
import type { ActorKind, MachineRow } from '../database/schema.ts';
import type { Store, WriteTransaction } from '../database/store.ts';
import { insertMachine } from './machine-queries.ts';

interface Pairing {
  readonly organisation: number;
  /** 1 to 100 characters. */
  readonly name: string;
  /** Asked first, in the same transaction: rejects where the plan has no room. */
  readonly requireRoom?: (transaction: WriteTransaction) => Promise<void>;
  /** Who pairs it, for the audit log. */
  readonly actor: {
    readonly kind: ActorKind;
    readonly id: string | null;
    readonly name: string;
  };
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
    await insertAuditEntry(transaction, {
      organisation,
      action: 'machine.pair',
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      machine: id,
      job: null,
      skill: null,
      command: null,
      request_id: null,
    });
    return { machine, token };
  });
}
