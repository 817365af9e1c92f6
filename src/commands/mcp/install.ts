import type { ConfigurationReport } from '../../bridge/assistants/configuration.ts';
import type { Failure } from '../../contract/failure.ts';
import { DEFAULT_PROFILE, profileName } from '../../profile/profiles.ts';
import { profilesOnce } from '../../profile/resolve-target.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
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
import { entryFlags, withQuestions } from './entry-flags.ts';
import { MCP_FLAGS } from './flags.ts';
import { passingProgram } from './passing-program.ts';
import { shownEntry } from './shown-entry.ts';

export default class McpInstall extends FleetCommand {
  static override readonly summary = "Add the bridge to an assistant's configuration.";
  static override readonly description =
    'Every comment and every other entry stays; a backup of the file is kept beside it. The entry ' +
    'names this Node, this program, the profile and the filters, and holds no key. Run again with other flags, ' +
    'it changes the entry and shows how; flags that are not named stay as they are.';
  static override readonly examples = [
    'fleet mcp install --client cursor',
    'fleet mcp install --client claude-code --read-only --print',
  ];
  static override readonly flags = oclifFlags({
    client: CLIENT_FLAG,
    name: NAME_FLAG,
    profile: {
      type: 'option',
      helpValue: 'NAME',
      description:
        'Profile that the bridge uses; else FLEET_PROFILE as it is now, else what the entry has.',
    },
    'read-only': MCP_FLAGS['read-only'],
    allow: MCP_FLAGS.allow,
    deny: MCP_FLAGS.deny,
    confirm: MCP_FLAGS.confirm,
    questions: MCP_FLAGS.questions,
    print: { type: 'boolean', description: 'Print the entry as it would be, and write nothing.' },
    overwrite: {
      type: 'boolean',
      description: 'Replace an entry of that name that fleet did not create.',
    },
    create: {
      type: 'boolean',
      description: 'Create the file although the assistant is not installed.',
    },
    ...OUTPUT_FLAGS,
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const client = clientOf(flags['client']);
    const name = entryNameOf(flags['name']);
    const printer = await createPrinter(flags, this.runtime);
    const { launchOf } = await import('../../bridge/assistants/entry.ts');
    const { installEntry, printedEntry } = await import('../../bridge/assistants/install.ts');
    const { withInstallLock } = await import('../../bridge/assistants/install-lock.ts');
    const program = runningProgram();
    const profile = profileName(flags['profile'], this.runtime.environment);
    const words = entryFlags(flags, profile);
    const newLaunch = launchOf(program, withQuestions(words, await asksNobody(client)));
    const { filterNote } = await import('./filter-note.ts');
    await this.runtime.stderr.write(await filterNote(flags, profile, this.runtime));
    const passing = await passingProgram(program, this.runtime.environment);
    if (passing !== undefined && flags['print'] !== true) throw passing;
    const { clock, folders } = this.runtime;
    const user = userPlace(this.runtime);
    const target = { client, name, user, entryFile: program.entryFile, clock };
    const launches = { launch: launchOf(program, words), newLaunch };
    if (flags['print'] === true) {
      const { text, ...differs } = await printedEntry(target, launches);
      await this.runtime.stdout.write(text);
      return this.runtime.stderr.write(`${changeNote(shownEntry(differs))}${passingNote(passing)}`);
    }
    const install = () =>
      installEntry(target, {
        ...launches,
        overwrite: flags['overwrite'] === true,
        create: flags['create'] === true,
      });
    const report = shownEntry(await withInstallLock(folders.state, clock, install));
    await printer.value({ value: report });
    await this.runtime.stderr.write(changeNote(report));
    await this.runtime.stderr.write(await endingNote(client, report.state));
    const profiles = profilesOnce(this.runtime);
    const used = profile ?? (report.state === 'installed' ? profiles().chosen : undefined);
    const { entriesNamed, othersNote, settingsNote, variablesNote } = await import(
      './entry-notes.ts'
    );
    const entries = await entriesNamed(report, user, program.entryFile);
    await this.runtime.stderr.write(await othersNote(report, entries));
    if (used === undefined) return;
    const there = profiles().profiles.find(({ name }) => name === used);
    const { environment } = this.runtime;
    const note =
      there === undefined
        ? loginNote(used)
        : await variablesNote(report, entries, { environment, profile: there });
    const settings = settingsNote(report, entries, { environment, profile: used });
    await this.runtime.stderr.write(settings === '' ? note : settings);
  }
}

/** What is printed may be used all the same, by who knows that the program stays. */
function passingNote(passing: Failure | undefined): string {
  if (passing === undefined) return '';
  const { advice, detail, title } = passing.facts;
  return `${title}: ${detail} ${advice}\n`;
}

/** How the entry starts the bridge from now on, beside how it did, and which of its flags nobody named. */
function changeNote({ change, kept }: Pick<ConfigurationReport, 'change' | 'kept'>): string {
  const quoted = (words: readonly string[]): string =>
    words.map((word) => JSON.stringify(word)).join(' ');
  return [
    ...(change === undefined ? [] : [`- ${quoted(change.before)}`, `+ ${quoted(change.after)}`]),
    ...(kept === undefined
      ? []
      : [`Kept from the entry: ${quoted(kept)}; only fleet mcp uninstall takes that out.`]),
  ]
    .map((line) => `${sanitiseLine(line)}\n`)
    .join('');
}

/** Says that the profile does not exist yet: the login may come later, or the name is mistyped. */
function loginNote(profile: string): string {
  const login = 'fleet auth login --base-url https://…';
  return profile === DEFAULT_PROFILE
    ? `Nobody is logged in yet, and variables of a terminal may not reach it: ${login}\n`
    : `There is no profile ${profile} yet: ${login} --profile ${profile}\n`;
}

async function asksNobody(client: ReturnType<typeof clientOf>): Promise<boolean> {
  const { ASSISTANTS } = await import('../../bridge/assistants/assistants.ts');
  return 'asksNobody' in ASSISTANTS[client];
}

async function endingNote(client: ReturnType<typeof clientOf>, state: string): Promise<string> {
  const { ASSISTANTS } = await import('../../bridge/assistants/assistants.ts');
  const { title } = ASSISTANTS[client];
  return state === 'unchanged'
    ? `${title} has this entry already; nothing was written.\n`
    : `Restart ${title} to load it; fleet mcp doctor shows what it will see.\n`;
}
