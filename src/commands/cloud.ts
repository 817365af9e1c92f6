import { catalogueToShow } from '../client/catalogue/read.ts';
import { classThatCounts } from '../contract/confirmation.ts';
import { interruptionSignal } from '../terminal/interruption.ts';
import { createPrinter } from '../terminal/printer.ts';
import { catalogueNote } from './cloud/catalogue-note.ts';
import { OUTPUT_FLAGS, SERVICE_FLAGS } from './flag-table.ts';
import { FleetCommand } from './fleet-command.ts';
import { oclifFlags } from './oclif/flags.ts';
import { createServiceClient } from './service-client.ts';

export default class Cloud extends FleetCommand {
  static override readonly summary = 'List the operations that the service offers this key.';
  static override readonly description =
    'Each operation is a command of its own: fleet cloud <operation> [target] [flags].';
  static override readonly examples = [
    'fleet cloud',
    'fleet cloud list-machines',
    'fleet cloud run-skill build-01 deploy-check --follow',
  ];
  static override readonly flags = oclifFlags({ ...OUTPUT_FLAGS, ...SERVICE_FLAGS });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const printer = await createPrinter(flags, this.runtime, {
      columns: 'name,class,scope,allowed',
    });
    const reader = await createServiceClient(this.runtime, flags, interruptionSignal());
    const inUse = await catalogueToShow(reader);
    await reader.client.close();
    const note = catalogueNote(inUse, this.runtime.clock.now());
    if (note !== undefined && !flags['quiet']) await this.runtime.stderr.write(`${note}\n`);
    const operations = inUse.operations.all().map((tool) => ({
      name: tool.name,
      class: classThatCounts(tool.name, tool.class) ?? null,
      scope: tool.scope ?? null,
      allowed: tool.allowed ?? null,
      description: tool.description ?? null,
    }));
    await printer.value({ value: { operations } });
  }
}
