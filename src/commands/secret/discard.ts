import * as Args from '@oclif/core/args';
import { discardSecret } from '../../flow/secret/discard-secret.ts';
import { isUnclaimed } from '../../flow/secret/entry-state.ts';
import { listRow } from '../../flow/secret/secret-report.ts';
import { createPrinter } from '../../terminal/printer.ts';
import { OUTPUT_FLAGS } from '../flag-table.ts';
import { FleetCommand } from '../fleet-command.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { notTakenBackNote } from './expired-note.ts';
import { openJournal } from './open-journal.ts';

export default class SecretDiscard extends FleetCommand {
  static override readonly summary = 'Discard a requested secret that was not collected yet.';
  static override readonly description =
    'Deletes its private key, so that nobody can read the value any more; the machine keeps its secret, and ' +
    'one that it has not made yet it may still make.';
  static override readonly examples = ['fleet secret discard cmd_38ftq9bm400'];
  static override readonly args = {
    id: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'Id of the entry or of its command (fleet secret list).',
    }),
  };
  static override readonly flags = oclifFlags(OUTPUT_FLAGS);

  async run(): Promise<void> {
    const { args, flags } = await this.read();
    const printer = await createPrinter(flags, this.runtime);
    const named: string = args['id'];
    const opened = await openJournal(this.runtime, undefined, named);
    const { expired, journal, keychain } = opened;
    const gone = expired.find((each) => each.id === named || each.commandId === named);
    const id = gone?.id ?? (await journal.idOf(named));
    const { clock, interruption } = this.runtime;
    const options = { keychain, clock, signal: interruption?.() };
    const entry = gone ?? (await discardSecret(journal, id, options));
    if (gone === undefined && entry !== undefined && isUnclaimed(entry.state)) {
      await this.runtime.stderr.write(notTakenBackNote(entry));
    }
    await printer.value({ value: { ...listRow({ id, entry }), state: 'discarded' } });
  }
}
