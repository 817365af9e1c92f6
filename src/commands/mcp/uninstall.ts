import { createPrinter } from '../../terminal/printer.ts';
import { OUTPUT_FLAGS } from '../flag-table.ts';
import { FleetCommand } from '../fleet-command.ts';
import { oclifFlags } from '../oclif/flags.ts';
import {
  CLIENT_FLAG,
  clientOf,
  entryNameOf,
  NAME_FLAG,
  runningProgram,
  userPlace,
} from './assistant-flags.ts';

export default class McpUninstall extends FleetCommand {
  static override readonly summary = "Remove the bridge from an assistant's configuration.";
  static override readonly description =
    'Removes only the entry of fleet; a backup of the file is kept beside it.';
  static override readonly examples = ['fleet mcp uninstall --client cursor'];
  static override readonly flags = oclifFlags({
    client: CLIENT_FLAG,
    name: NAME_FLAG,
    ...OUTPUT_FLAGS,
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const client = clientOf(flags['client']);
    const name = entryNameOf(flags['name']);
    const printer = await createPrinter(flags, this.runtime);
    const { ASSISTANTS } = await import('../../bridge/assistants/assistants.ts');
    const { withInstallLock } = await import('../../bridge/assistants/install-lock.ts');
    const { uninstallEntry } = await import('../../bridge/assistants/uninstall.ts');
    const { entryFile } = runningProgram();
    const user = userPlace(this.runtime);
    const { clock, folders } = this.runtime;
    const uninstall = () => uninstallEntry({ client, name, user, entryFile, clock });
    const report = await withInstallLock(folders.state, clock, uninstall);
    await printer.value({ value: report });
    const { title } = ASSISTANTS[client];
    await this.runtime.stderr.write(
      report.state === 'unchanged'
        ? `${title} has no entry of that name; nothing was written.\n`
        : `Restart ${title} to unload it.\n`,
    );
    const { entriesNamed, othersNote } = await import('./entry-notes.ts');
    const entries = await entriesNamed(report, user, entryFile);
    await this.runtime.stderr.write(await othersNote(report, entries));
  }
}
