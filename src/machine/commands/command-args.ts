import { z } from 'zod';
import { MachineError } from '../machine-error.ts';
import type { MachineCommand } from './define-command.ts';

/** The arguments of a command that takes none. */
export const noArgs = z.strictObject({});

/** A command's arguments as its schema reads them; throws `invalid_args` naming the argument. */
export function readArgs(command: MachineCommand, args: unknown): unknown {
  const parsed = command.args.safeParse(args);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const what = issue?.message ?? 'not valid';
  throw new MachineError(
    'invalid_args',
    `${command.type}: ${field === '' ? what : `${field}: ${what}`}`,
  );
}
