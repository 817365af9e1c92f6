import { pairMachine } from '../fleet/pair-machine.ts';
import { listMachines } from '../store/machines.ts';
import { formatId } from '../store/row-id.ts';
import type { MachineRow } from '../store/schema.ts';
import { type Admin, chosenOrganisation, timeText } from './admin.ts';
import { checkName } from './check-name.ts';

export interface MachineRecord {
  readonly id: string;
  readonly name: string;
  readonly hostname: string | null;
  readonly paired_at: string | null;
  readonly last_sync_at: string | null;
}

/** Pairs a machine; `token` in the answer is shown this once. Throws `Failure` usage. */
export async function pairNewMachine(
  admin: Admin,
  name: string,
): Promise<MachineRecord & { readonly token: string }> {
  const checked = checkName('--name', name);
  const { store, actor } = admin;
  const { id } = await store.read((db) => chosenOrganisation(db, admin.organisation));
  const { machine, token } = await pairMachine(store, {
    organisation: id,
    name: checked,
    actor: { ...actor, id: null },
  });
  return { ...machineRecord(machine), token };
}

/** Every paired machine that is not disconnected, newest first. */
export async function listAllMachines(admin: Admin): Promise<readonly MachineRecord[]> {
  return admin.store.read(async (db) => {
    const organisation = await chosenOrganisation(db, admin.organisation);
    return (await listMachines(db, organisation.id)).map(machineRecord);
  });
}

function machineRecord(row: MachineRow): MachineRecord {
  return {
    id: formatId('mac', row.id),
    name: row.name,
    hostname: row.hostname,
    paired_at: timeText(row.paired_at),
    last_sync_at: timeText(row.last_sync_at),
  };
}
