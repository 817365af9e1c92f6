import { FleetCommand } from '../fleet-command.ts';
import type { PreparedOperation } from './find-operation.ts';
import { readTyped } from './read-input.ts';
import { runTyped } from './run.ts';

/** The oclif command of one operation; made at run time, from the catalogue. */
export function operationCommand(id: string, prepared: PreparedOperation) {
  return class OperationCommand extends FleetCommand {
    static override readonly id = id;

    async run(): Promise<void> {
      const typed = await readTyped(prepared, {
        rim: this.rim,
        argv: this.argv,
        parse: (flags) => this.readAs({ flags, args: {}, strict: false }),
      });
      process.exitCode = await runTyped(typed, this.rim);
    }
  };
}
