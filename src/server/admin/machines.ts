import { rfc3339 } from '../../base/time/rfc3339.ts';
import { Failure } from '../../contract/failure.ts';
import { formatId } from '../database/row-id.ts';
import type { MachineRow } from '../database/schema.ts';
import { findMachinesNamed, listMachines } from '../machines/machine-queries.ts';
import { machinesMeant } from '../machines/named-machines.ts';
import { pairMachine } from '../machines/pair-machine.ts';
import { unpairMachine } from '../machines/unpair-machine.ts';
import { type Admin, audit, chosenOrganisation, notFound } from './admin.ts';
import { checkName } from './check-name.ts';
import { requireRoom } from './require-plan-room.ts';

interface MachineRecord {
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
  const checked = checkName(name);
  const { store, actor } = admin;
  const { id } = await store.read((db) => chosenOrganisation(db, admin.organisation));
  const { machine, token } = await pairMachine(store, {
    organisation: id,
    name: checked,
    actor: { ...actor, id: null },
    requireRoom: (transaction) => requireRoom(transaction, id, 'machines'),
  });
  return { ...machineRecord(machine), token };
}

/** The ids of the connected machines with this name, newest first. */
export async function machinesNamed(admin: Admin, name: string): Promise<readonly string[]> {
  return admin.store.read(async (db) => {
    const organisation = await chosenOrganisation(db, admin.organisation);
    const machines = await listMachines(db, organisation.id);
    return machines.filter((one) => one.name === name).map(({ id }) => formatId('mac', id));
  });
}

/** Every paired machine that is not disconnected, newest first. */
export async function listAllMachines(admin: Admin): Promise<readonly MachineRecord[]> {
  return admin.store.read(async (db) => {
    const organisation = await chosenOrganisation(db, admin.organisation);
    return (await listMachines(db, organisation.id)).map(machineRecord);
  });
}

/** Disconnects the machine with this id, name or hostname. Throws `Failure` refused. */
export async function disconnectMachineNamed(admin: Admin, named: string): Promise<MachineRecord> {
  return admin.store.write(async (transaction) => {
    const organisation = (await chosenOrganisation(transaction.db, admin.organisation)).id;
    const connected = await listMachines(transaction.db, organisation);
    const rows = await findMachinesNamed(transaction.db, organisation, named);
    const meant = machinesMeant(rows, named, transaction.now);
    const machine = theOne(connected, meant, named);
    const disconnected = await unpairMachine(transaction, machine);
    const about = { organisation, actor: admin.actor, machine: machine.id };
    await audit(transaction, { ...about, action: 'machine.disconnect' });
    return machineRecord(disconnected);
  });
}

function theOne(
  connected: readonly MachineRow[],
  meant: readonly MachineRow[],
  named: string,
): MachineRow {
  const byId = connected.filter((machine) => formatId('mac', machine.id) === named);
  const byName = meant.filter(({ disconnected_at: at }) => at === null);
  const [machine, ...others] = byId.length > 0 ? byId : byName;
  if (machine === undefined) throw notFound('machine', named);
  if (others.length === 0) return machine;
  const ids = byName.map((one) => formatId('mac', one.id)).join(', ');
  throw new Failure('refused', {
    code: 'ambiguous_machine',
    title: 'More than one machine has that name',
    detail: `Several machines are called ${JSON.stringify(named)}; use one of their ids: ${ids}.`,
    status: 409,
  });
}

function machineRecord(row: MachineRow): MachineRecord {
  return {
    id: formatId('mac', row.id),
    name: row.name,
    hostname: row.hostname,
    paired_at: rfc3339(row.paired_at),
    last_sync_at: rfc3339(row.last_sync_at),
  };
}
