import type { Call } from '../catalogue/operation.ts';
import { parseId } from '../database/row-id.ts';
import type { CommandRow } from '../database/schema.ts';
import { Refusal } from '../refusal.ts';
import { readCommand } from './expire-commands.ts';

/**
 * Finds a command by its id, as it stands now: one whose time is over is expired first.
 * Throws `Refusal` `unknown_command` with status 404.
 */
export async function resolveCommand(
  { service, caller }: Pick<Call, 'service' | 'caller'>,
  named: string,
): Promise<CommandRow> {
  const id = parseId('cmd', named);
  const command =
    id === undefined ? undefined : await readCommand(service, caller.organisation, id);
  if (!command) throw unknownCommand(named);
  return command;
}

/** The refusal for an id that no command has. */
export function unknownCommand(named: string): Refusal {
  const detail = `No command has the id ${JSON.stringify(named)}.`;
  return new Refusal('unknown_command', detail, { status: 404 });
}
