import { createPrinter } from '../../../terminal/printer.ts';
import { databasePlace } from '../../database-flags.ts';
import { OUTPUT_FLAGS } from '../../flag-table.ts';
import { FleetCommand } from '../../fleet-command.ts';
import { oclifFlags } from '../../oclif/flags.ts';

export default class AdminDbCopy extends FleetCommand {
  static override readonly summary =
    'Copy an organisation between SQLite and PostgreSQL, verified row for row.';
  static override readonly examples = [
    'fleet admin db copy --from ./server --to postgres://db.example.com/fleet',
  ];
  static override readonly flags = oclifFlags({
    from: {
      type: 'option',
      required: true,
      helpValue: 'DIR|URL',
      description: 'Data folder, or postgres://USER@HOST/NAME with its password in PGPASSWORD.',
    },
    to: {
      type: 'option',
      required: true,
      helpValue: 'DIR|URL',
      description: 'The same; it must hold no organisation yet.',
    },
    organisation: {
      type: 'option',
      helpValue: 'SLUG',
      description: 'Which organisation, where the database has several.',
    },
    ...OUTPUT_FLAGS,
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const printer = await createPrinter(flags, this.runtime);
    const { copyOrganisation } = await import('../../../server/admin/copy-organisation.ts');
    const value = await copyOrganisation({
      from: databasePlace(flags['from'], '--from'),
      to: databasePlace(flags['to'], '--to'),
      organisation: flags['organisation'],
    });
    await printer.value({ value });
  }
}
