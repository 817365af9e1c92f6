import { createPrinter } from '../../../terminal/printer.ts';
import { DATA_FLAG, sqliteFolder } from '../../database-flags.ts';
import { OUTPUT_FLAGS } from '../../flag-table.ts';
import { FleetCommand } from '../../fleet-command.ts';
import { oclifFlags } from '../../oclif/flags.ts';

export default class AdminDbVacuum extends FleetCommand {
  static override readonly summary =
    'Rewrite the embedded database without its free space, while no server runs.';
  static override readonly description =
    'A database that is made now gives space back by itself. One that fleet serve made before it ' +
    'could does so after this once. It needs room on the disk for a copy. PostgreSQL has its own VACUUM.';
  static override readonly examples = ['fleet admin db vacuum --data ./server'];
  static override readonly flags = oclifFlags({ data: DATA_FLAG, ...OUTPUT_FLAGS });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const printer = await createPrinter(flags, this.runtime);
    const { vacuum } = await import('../../../server/admin/vacuum.ts');
    await printer.value({ value: vacuum(sqliteFolder(this.runtime, flags['data'])) });
  }
}
