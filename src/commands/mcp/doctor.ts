import type { AssistantId } from '../../bridge/assistants/assistants.ts';
import type { FoundEntry } from '../../bridge/assistants/find-entries.ts';
import { type Advice, printAdvice, truncatesTable } from '../../terminal/advice.ts';
import { createPrinter } from '../../terminal/printer.ts';
import { OUTPUT_FLAGS } from '../flag-table.ts';
import { FleetCommand } from '../fleet-command.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { ANY_CLIENT_FLAG, clientOf, runningProgram, userPlace } from './assistant-flags.ts';
import { examineEntry, type Finding } from './examine-entry.ts';
import { shownEntry } from './shown-entry.ts';

/** The exit code where there is no entry to examine. */
const NOT_FOUND = 6;
const COLUMNS = 'client,name,state,tools,server,profile,key';

export default class McpDoctor extends FleetCommand {
  static override readonly summary =
    'Start the bridge as each assistant does and report what it sees.';
  static override readonly description =
    'Runs the configured command with the environment that an assistant gives it, which has no ' +
    "variable of this terminal's but a few as PATH and HOME. Exit code: that of the first entry of the bridge that is not ready.";
  static override readonly examples = ['fleet mcp doctor --client cursor'];
  static override readonly flags = oclifFlags({
    client: ANY_CLIENT_FLAG,
    ...OUTPUT_FLAGS,
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const only = flags['client'] === undefined ? undefined : clientOf(flags['client']);
    const { everyClient, findEntries } = await import('../../bridge/assistants/find-entries.ts');
    const clients = only === undefined ? everyClient() : [only];
    const entries = await findEntries(clients, userPlace(this.runtime), runningProgram().entryFile);
    const isCut = truncatesTable(flags, this.runtime);
    const columns = entries.some(({ folder }) => folder !== null) ? `${COLUMNS},folder` : COLUMNS;
    const printer = await createPrinter(flags, this.runtime, {
      columns: isCut ? columns : `${columns},advice`,
    });
    if (entries.length === 0) {
      await this.runtime.stderr.write(await nothingNote(only));
    }
    const findings = await this.examineAll(entries);
    const ours = findings.filter((_, at) => entries[at]?.isFleetEntry);
    process.exitCode =
      ours.length === 0 ? NOT_FOUND : (ours.find(({ exitCode }) => exitCode > 0)?.exitCode ?? 0);
    await printer.value({ value: { entries: findings.map(({ report }) => report) } });
    if (isCut) await printAdvice(findings.flatMap(adviceOf), this.runtime);
  }

  /** One after the other, since they may start the same program. */
  private async examineAll(entries: readonly FoundEntry[]): Promise<readonly Finding[]> {
    const findings: Finding[] = [];
    for (const entry of entries) {
      const { exitCode, report } = await examineEntry(entry, this.runtime);
      findings.push({ exitCode, report: shownEntry(report) });
    }
    return findings;
  }
}

function adviceOf({ report: { advice, client, name } }: Finding): readonly Advice[] {
  return advice === null ? [] : [{ about: `${client} ${name}`.trim(), words: advice }];
}

async function nothingNote(only: AssistantId | undefined): Promise<string> {
  if (only === undefined) {
    return 'No assistant has the bridge; add it with fleet mcp install --client NAME.\n';
  }
  const { ASSISTANTS } = await import('../../bridge/assistants/assistants.ts');
  return `${ASSISTANTS[only].title} does not have the bridge; add it with fleet mcp install --client ${only}.\n`;
}
