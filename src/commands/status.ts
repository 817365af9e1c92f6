import type { FleetClient } from '../client/fleet-client.ts';
import { Failure, notTheServiceFailure } from '../contract/failure.ts';
import { statusOf } from '../render/views/status.ts';
import { shortLists } from '../render/views/status-short.ts';
import { interruptionSignal } from '../terminal/interruption.ts';
import { formatName } from '../terminal/print-options.ts';
import { createPrinter, type PrinterFlags } from '../terminal/printer.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { OUTPUT_FLAGS, SERVICE_FLAGS } from './flag-table.ts';
import { FleetCommand } from './fleet-command.ts';
import { oclifFlags } from './oclif/flags.ts';
import { createServiceClient } from './service-client.ts';

/** More than the screen shows, for those who read the JSON. */
const JOBS_MAX = 20;

export default class Status extends FleetCommand {
  static override readonly summary = 'Who waits for you, what fails, what is away, what runs.';
  static override readonly description =
    'One screen; every line ends in a command to paste. In a pipe it is JSON, with -o table the screen.';
  static override readonly examples = [
    'fleet status',
    "fleet status --json --query 'counts.waiting'",
  ];
  static override readonly flags = oclifFlags({ ...OUTPUT_FLAGS, ...SERVICE_FLAGS });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const printer = await createPrinter(flags, this.runtime, {
      isScreen: flags['query'] === undefined,
    });
    const signal = interruptionSignal();
    const { client } = await createServiceClient(this.runtime, flags, signal);
    try {
      const inbox = (view: string, sort: string) =>
        readWhereOffered(client, 'list_inbox', { view, sort, limit: JOBS_MAX });
      const [overview, waiting, running] = await Promise.all([
        readWhereOffered(client, 'describe_cloud', {}),
        inbox('needs_input', 'oldest'),
        inbox('in_progress', 'activity'),
      ]);
      const answers = [overview, waiting, running];
      const status = statusOf(overview, { waiting, running });
      if (answers.some((answer) => answer !== undefined) && isUnknown(status)) {
        throw notTheServiceFailure({ title: 'The service tells nothing of how things stand' });
      }
      await printer.value({ value: status });
      if (isScreen(flags, this.runtime) || flags['quiet'] === true) return;
      for (const line of shortLists(status, { overview, query: flags['query'] })) {
        await this.runtime.stderr.write(`${line}\n`);
      }
    } finally {
      await client.close();
    }
  }
}

/** The screen says itself how many more there are. */
function isScreen(flags: PrinterFlags, terminal: Terminal): boolean {
  return flags.query === undefined && formatName(flags, terminal) === 'table';
}

function isUnknown({ counts, organisation }: ReturnType<typeof statusOf>): boolean {
  return organisation === null && Object.values(counts).every((count) => count === null);
}

/** The answer of an operation that reads; undefined where the service has no such operation. */
async function readWhereOffered(
  client: FleetClient,
  name: string,
  input: object,
): Promise<unknown> {
  try {
    const answer = await client.callTool(name, JSON.stringify(input), { operationClass: 'read' });
    return answer.value;
  } catch (error) {
    if (error instanceof Failure && error.facts.code === 'unknown_tool') return undefined;
    throw error;
  }
}
