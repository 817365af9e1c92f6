import { resolve } from 'node:path';
import { createPrinter } from '../../../terminal/printer.ts';
import { DATA_FLAG, sqliteFolder } from '../../database-flags.ts';
import { OUTPUT_FLAGS } from '../../flag-table.ts';
import { FleetCommand } from '../../fleet-command.ts';
import { oclifFlags } from '../../oclif/flags.ts';

export default class AdminDbBackup extends FleetCommand {
  static override readonly summary =
    'Write a backup of the embedded database, also beside a running server.';
  static override readonly examples = ['fleet admin db backup --data ./server --to backup.db'];
  static override readonly flags = oclifFlags({
    to: {
      type: 'option',
      required: true,
      helpValue: 'FILE',
      description: 'A file that is not there yet; on PostgreSQL use pg_dump.',
    },
    data: DATA_FLAG,
    ...OUTPUT_FLAGS,
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const printer = await createPrinter(flags, this.runtime);
    const { backUp } = await import('../../../server/admin/backup.ts');
    const value = await backUp(sqliteFolder(this.runtime, flags['data']), resolve(flags['to']));
    await printer.value({ value });
  }
}
