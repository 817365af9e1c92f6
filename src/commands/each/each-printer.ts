import type { Failure } from '../../contract/failure.ts';
import type { EarlierRun } from '../../flow/each/earlier-run.ts';
import { NO_MACHINE_SELECTED, type SelectedMachine } from '../../flow/each/select-machines.ts';
import type { FollowObserver } from '../../flow/follow-progress.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { formatName } from '../../terminal/print-options.ts';
import { createPrinter, type Printer } from '../../terminal/printer.ts';
import { changeInWords } from '../operation/outcome.ts';
import type { ParsedCall } from '../operation/read-call.ts';
import type { Runtime } from '../runtime.ts';
import { boundedRows } from './bounded-rows.ts';
import { earlierInWords, misfitFailure, summaryInWords } from './each-words.ts';
import { createMachineLines } from './machine-lines.ts';
import { createPartNote } from './part-note.ts';
import type { EachRow } from './result-row.ts';

/** Prints what becomes of the machines. */
export interface EachPrinter {
  /** Says on stderr what is not done, and why. */
  begin(targets: readonly SelectedMachine[], earlier: EarlierRun | undefined): Promise<void>;
  /** Prints rows when they come, where the format allows it. */
  rows(batches: AsyncIterable<readonly EachRow[]>): Promise<void>;
  /** Tells on stderr how many machines ended how. */
  summary(rows: readonly EachRow[], targetCount: number): Promise<void>;
  /** Throws `Failure` local where rows were left out since the query does not fit them. */
  requireFit(): void;
  /** Tells on stderr of a change while one machine's work is followed. */
  observe(target: SelectedMachine): FollowObserver;
}

/** What a query is asked of. */
interface RowsPage {
  readonly results: readonly EachRow[];
}

/** States that the line of the machine tells. */
const ENDS: ReadonlySet<string> = new Set(['done', 'failed', 'needs_input', 'succeeded']);

/** Lines for a person on stdout, else the chosen format there and the lines on stderr. Throws `Failure` usage. */
export async function createEachPrinter(call: ParsedCall, runtime: Runtime): Promise<EachPrinter> {
  const { flags } = call;
  const { stderr } = runtime;
  const isChosen = flags.columns !== undefined || flags['sort-by'] !== undefined;
  const isTable = formatName(flags, runtime) === 'table' && flags.query === undefined && !isChosen;
  const leftOut: string[] = [];
  let firstMisfit: Failure | undefined;
  const printer: Printer = await createPrinter(flags, runtime, {
    isReport: true,
    onMisfit(page, misfit) {
      const { results } = page as RowsPage;
      firstMisfit ??= misfit;
      leftOut.push(...results.map(({ name }) => name));
      lines.writeUntold(results);
    },
  });
  const lines = createMachineLines(flags, isTable, runtime);
  const note = (text: string) => (flags.quiet === true ? undefined : stderr.write(`${text}\n`));
  const held = boundedRows();
  const parts = createPartNote(call);
  const showBatch = async (batch: readonly EachRow[]): Promise<void> => {
    parts.add(batch);
    await lines.write(batch);
    if (!isTable || !showsResponses(call)) return;
    for (const { response } of batch) {
      if (response !== null) await printer.value({ value: response });
    }
  };
  async function* answers(
    batches: AsyncIterable<readonly EachRow[]>,
  ): AsyncGenerator<RowsPage, void, undefined> {
    for await (const batch of batches) {
      // A query is asked of each row.
      const rows = printer.holdsAllPages ? batch.map(held.add) : batch;
      const pages = flags.query === undefined ? [rows] : rows.map((row) => [row]);
      for (const results of pages) yield { results };
      await showBatch(batch);
    }
  }
  return {
    async begin(targets, earlier) {
      lines.arrange(targets);
      if (earlier !== undefined)
        await note(earlierInWords(earlier, targets.length, call.operation.tool.name));
      else if (targets.length === 0) await note(`${NO_MACHINE_SELECTED}: nothing was sent.`);
    },
    async rows(batches) {
      if (!isTable) await printer.pages(answers(batches));
      else for await (const batch of batches) await showBatch(batch);
    },
    async summary(rows, targetCount) {
      const isJsonl = formatName(flags, runtime) === 'jsonl';
      const hasReader = lines.hasReader();
      const counted = { targetCount, cutCount: held.cutCount() };
      const told = { ...counted, isJsonl, hasReader, partNote: parts.inWords() };
      await note(summaryInWords(rows, told));
    },
    requireFit() {
      if (firstMisfit !== undefined) throw misfitFailure(firstMisfit, leftOut);
    },
    observe: (target) => (change) => {
      if (flags.quiet === true || ENDS.has(change.state ?? '')) return;
      void stderr.write(`${sanitiseLine(`${target.name}: ${changeInWords(change)}`)}\n`);
    },
  };
}

/** Who asks many machines something wants to read what they say. */
function showsResponses({ flags, operation }: ParsedCall): boolean {
  return flags.full === true || operation.tool.class === 'read';
}
