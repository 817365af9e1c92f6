import type { Call } from '../catalogue/operation.ts';
import { formatId, parseId } from '../database/row-id.ts';
import type { MachineRow } from '../database/schema.ts';
import { Refusal } from '../refusal.ts';
import { findMachine, findMachinesNamed } from './machine-queries.ts';
import { machinesMeant } from './named-machines.ts';

/**
 * Finds the machine that a caller names by id, name or hostname (specification, "Endpoints"), in this
 * order (`named-machines.ts`). A disconnected one keeps its name, for its history and for `revoked`,
 * while no connected one has it.
 * Throws `Refusal` `unknown_machine`; `ambiguous_machine`, which names the ids.
 */
export async function resolveMachine(
  { service, caller }: Pick<Call, 'service' | 'caller'>,
  named: string,
): Promise<MachineRow> {
  const id = parseId('mac', named);
  const found = await service.store.read(async (db) => {
    const byId = id === undefined ? undefined : await findMachine(db, caller.organisation, id);
    if (byId) return [byId];
    const rows = await findMachinesNamed(db, caller.organisation, named);
    return machinesMeant(rows, named, service.clock.now());
  });
  const [machine, ...others] = found;
  if (!machine) {
    const name = JSON.stringify(named);
    throw new Refusal('unknown_machine', `No machine has the id, name or hostname ${name}.`);
  }
  if (others.length > 0) {
    const ids = found.map((one) => formatId('mac', one.id)).join(', ');
    throw new Refusal(
      'ambiguous_machine',
      `Several machines have that name; use the id of one: ${ids}.`,
    );
  }
  return machine;
}

/** Throws `revoked` for a machine that was disconnected. */
export function requirePaired({ name, disconnected_at: disconnectedAt }: MachineRow): void {
  if (disconnectedAt === null) return;
  throw new Refusal('revoked', `The machine ${name} was disconnected; pair it again.`);
}
