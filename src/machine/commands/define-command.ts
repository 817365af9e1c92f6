import { z } from 'zod';
import type { AnyCommand } from '../../contract/command-type.ts';
import type { Machine } from '../machine.ts';
import { MachineError } from '../machine-error.ts';
import type { CommandTime } from './command-time.ts';

/** How this machine executes one command type. */
export interface MachineCommand<Args extends z.ZodType = z.ZodType> {
  readonly type: AnyCommand;
  readonly args: Args;
  /** Gives the result. Throws `MachineError` where the command cannot be executed. */
  run(machine: Machine, args: z.output<Args>, run: CommandRun): Promise<unknown>;
  /** The result of a run that a crash interrupted, from what it had prepared; undefined where nothing changed. */
  settle?(machine: Machine, prepared: unknown): Promise<unknown>;
}

/** What one run of a command works with. */
interface CommandRun {
  /** What is passed is on disk when this resolves, for `settle` after a crash. */
  prepare(prepared: unknown): Promise<void>;
  readonly time: CommandTime;
}

/** Declares a command, so that `run` gets the type of its arguments from the schema. */
export function defineCommand<Args extends z.ZodType>(
  command: MachineCommand<Args>,
): MachineCommand<Args> {
  return command;
}

/** The arguments of a command that takes none. */
export const noArgs = z.strictObject({});

/** It repeats names of arguments that the service made up. */
const DETAIL_CHARS_MAX = 500;

/** Parses the arguments of a command. Throws `MachineError` `invalid_args` where one is not valid. */
export function parseArgs(command: MachineCommand, args: unknown): unknown {
  const parsed = command.args.safeParse(args);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const what = issue?.message ?? 'not valid';
  const detail = field === '' ? what : `${field}: ${what}`;
  throw new MachineError('invalid_args', `${command.type}: ${detail.slice(0, DETAIL_CHARS_MAX)}`);
}
