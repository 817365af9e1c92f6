import { listRow } from '../../flow/secret/secret-report.ts';
import { createPrinter } from '../../terminal/printer.ts';
import { OUTPUT_FLAGS } from '../flag-table.ts';
import { FleetCommand } from '../fleet-command.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { openJournal } from './open-journal.ts';

export default class SecretList extends FleetCommand {
  static override readonly summary = 'List the requested secrets that were not collected yet.';
  static override readonly description =
    'Needs no service. Entries that expired unclaimed are deleted first.';
  static override readonly examples = ['fleet secret list'];
  static override readonly flags = oclifFlags(OUTPUT_FLAGS);

  async run(): Promise<void> {
    const { flags } = await this.read();
    const printer = await createPrinter(flags, this.runtime);
    const { journal } = await openJournal(this.runtime);
    const listed = await journal.list();
    await printer.value({ value: { secrets: listed.map(listRow) } });
    for (const { entry, id } of listed) {
      if (entry !== undefined) continue;
      await this.runtime.stderr.write(
        `The file of ${id} is incomplete or was changed by another program: fleet secret discard ${id} removes it.\n`,
      );
    }
  }
}
