import type { MachineRow } from '../database/schema.ts';

/** So long after it was disconnected a machine's name is not answered by somebody's hostname. */
const NAME_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

type NamedMachine = Pick<MachineRow, 'name' | 'hostname' | 'disconnected_at'>;

/**
 * Which of these machines a name means at `now`; several where it is ambiguous. Administrators give
 * names and each machine says its own hostname, so a name beats a hostname: the machines of that name,
 * else one of that name that was disconnected in the last 30 days, and only then the hostname. What
 * is disconnected for longer, by name or hostname, is found for its history where nothing else is.
 */
export function machinesMeant<Machine extends NamedMachine>(
  machines: readonly Machine[],
  named: string,
  now: number,
): readonly Machine[] {
  const hasName = ({ name }: Machine) => name === named;
  const connected = machines.filter(({ disconnected_at: at }) => at === null);
  const gone = machines.filter(({ disconnected_at: at }) => at !== null);
  const lately = gone.filter(({ disconnected_at: at }) => (at ?? 0) > now - NAME_KEPT_MS);
  const preferred = [
    connected.filter(hasName),
    lately.filter(hasName),
    connected.filter(({ hostname }) => hostname === named),
    gone.filter(({ name, hostname }) => name === named || hostname === named),
  ];
  return preferred.find((found) => found.length > 0) ?? [];
}
