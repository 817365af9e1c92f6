import { profilesOnce } from '../profile/resolve-target.ts';
import { type Advice, printAdvice, truncatesTable } from '../terminal/advice.ts';
import { createPrinter } from '../terminal/printer.ts';
import { checkAccess } from './doctor/check-access.ts';
import { checkFolders } from './doctor/check-folders.ts';
import { checkCatalogue, checkService } from './doctor/check-service.ts';
import { type Check, Checklist } from './doctor/checklist.ts';
import { OUTPUT_FLAGS, SERVICE_FLAGS } from './flag-table.ts';
import { FleetCommand } from './fleet-command.ts';
import { oclifFlags } from './oclif/flags.ts';

const COLUMNS = 'check,state,detail';

export default class Doctor extends FleetCommand {
  static override readonly summary = 'Find what keeps fleet from working, and how to fix it.';
  static override readonly description =
    'Looks at Node, our folders, the keychain, the base URL, the proxy, the key, the service, the ' +
    'clock, the endpoint of MCP and the catalogue, and changes nothing. The exit code is 1 where something failed.';
  static override readonly examples = ['fleet doctor'];
  static override readonly flags = oclifFlags({
    ...OUTPUT_FLAGS,
    profile: SERVICE_FLAGS.profile,
    'base-url': SERVICE_FLAGS['base-url'],
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const { runtime } = this;
    const isCut = truncatesTable(flags, runtime);
    const printer = await createPrinter(flags, runtime, {
      columns: isCut ? COLUMNS : `${COLUMNS},fix`,
    });
    const list = new Checklist();
    list.ok('node', `${process.versions.node} (${process.execPath})`);
    await checkFolders(list, runtime.folders, runtime.environment);
    const profiles = profilesOnce(runtime);
    const access = await checkAccess(list, runtime, { flags, profiles });
    await checkService(list, runtime, access);
    await checkCatalogue(list, runtime, { flags, profiles });
    const { checks } = list;
    if (checks.some(({ state }) => state === 'failed')) process.exitCode = 1;
    await printer.value({ value: { checks } });
    if (isCut) await printAdvice(checks.flatMap(adviceOf), runtime);
  }
}

function adviceOf({ check, detail, fix, state }: Check): readonly Advice[] {
  if (state === 'ok') return [];
  return [{ about: check, words: fix === null ? detail : `${detail} ${fix}` }];
}
