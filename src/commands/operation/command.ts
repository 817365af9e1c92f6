import { FleetCommand } from '../fleet-command.ts';
import type { FoundOperation } from './find-operation.ts';
import { readCall } from './read-call.ts';
import { runCall } from './run.ts';

/** The oclif command of one operation; made at run time, from the catalogue. */
export function createOperationCommand(id: string, operation: FoundOperation) {
  return class OperationCommand extends FleetCommand {
    static override readonly id = id;

    async run(): Promise<void> {
      const call = await readCall(operation, {
        runtime: this.runtime,
        argv: this.argv,
        parse: (flags) => this.readAs({ flags, args: {}, strict: false }),
      });
      process.exitCode = await runCall(call, this.runtime);
    }
  };
}
