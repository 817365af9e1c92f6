import { FleetCommand } from '../fleet-command.ts';
import type { Operation } from './find-operation.ts';
import { readInput } from './read-input.ts';
import { runInput } from './run.ts';

/** The oclif command of one operation; made at run time, from the catalogue. */
export function createOperationCommand(id: string, prepared: Operation) {
  return class OperationCommand extends FleetCommand {
    static override readonly id = id;

    async run(): Promise<void> {
      const typed = await readInput(prepared, {
        runtime: this.runtime,
        argv: this.argv,
        parse: (flags) => this.readAs({ flags, args: {}, strict: false }),
      });
      process.exitCode = await runInput(typed, this.runtime);
    }
  };
}
