import type { CommandRow } from '../../store/schema.ts';

/** What a machine answered; its members may be missing, since a machine wrote it. */
export function resultOf<Result extends object>(command: CommandRow): Partial<Result> {
  const result: unknown = command.result === null ? null : JSON.parse(command.result);
  return typeof result === 'object' && result !== null ? result : {};
}
