import type { z } from 'zod';
import type { AnyCommand } from '../../contract/command-type.ts';
import type { Machine } from '../machine.ts';

/** One command type as this machine carries it out. */
export interface MachineCommand<Args extends z.ZodType = z.ZodType> {
  readonly type: AnyCommand;
  readonly args: Args;
  /**
   * Gives the result; throws `MachineProblem` where it cannot be done. What it gives to `prepare` is
   * on disk when that resolves, for `settle` after a crash.
   */
  run(machine: Machine, args: z.output<Args>, prepare: Prepare): Promise<unknown>;
  /** The result of a run that was cut off, by what it had prepared; undefined where nothing changed. */
  settle?(machine: Machine, prepared: unknown): Promise<unknown>;
}

export type Prepare = (prepared: unknown) => Promise<void>;

/** Declares a command; only there so that `run` gets its arguments' type from the schema. */
export function defineCommand<Args extends z.ZodType>(
  command: MachineCommand<Args>,
): MachineCommand<Args> {
  return command;
}
