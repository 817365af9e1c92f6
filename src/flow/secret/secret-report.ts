import type { ListedEntry } from './journal.ts';
import type { SecretEntry } from './journal-entry.ts';

/** What happened to a secret, for people and programs; never the value, a key or a sealed byte. */
interface SecretReport {
  readonly id: string;
  readonly machine: string;
  readonly machine_id: string | null;
  readonly name: string;
  readonly sink: 'file' | 'dotenv' | 'stdout' | 'child';
  readonly path: string | null;
  readonly state: string;
  readonly command_id: string | null;
}

export function reportOf({
  commandId,
  id,
  machine,
  machineId,
  name,
  state,
  target,
}: SecretEntry): SecretReport {
  const path = 'path' in target ? target.path : null;
  return {
    id,
    machine,
    machine_id: machineId ?? null,
    name,
    sink: target.kind,
    path,
    state,
    command_id: commandId,
  };
}

/** A row of `fleet secret list`; an entry that cannot be read has only its id and that. */
export function listRow({ entry, id }: ListedEntry): object {
  if (entry === undefined) return { id, state: 'unreadable' };
  return {
    ...reportOf(entry),
    base_url: entry.baseUrl,
    asked_at: new Date(entry.askedAtMs).toISOString(),
    expires_at: new Date(entry.expiresAtMs).toISOString(),
  };
}
