import type { EarlierRun } from '../../flow/each/earlier-run.ts';
import { NO_MACHINE_SELECTED, type SelectedMachine } from '../../flow/each/select-machines.ts';
import type { FollowObserver } from '../../flow/follow-progress.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { textWidth } from '../../render/text-width.ts';
import { outliveReader } from '../../terminal/output.ts';
import { formatName } from '../../terminal/print-options.ts';
import { createPrinter, type Printer } from '../../terminal/printer.ts';
import { READER_HAS_GONE } from '../../terminal/reader-has-gone.ts';
import { hasColor } from '../../terminal/terminal.ts';
import { changeInWords } from '../operation/outcome.ts';
import type { ParsedCall } from '../operation/read-call.ts';
import type { Runtime } from '../runtime.ts';
import { boundedRows } from './bounded-rows.ts';
import { earlierInWords, summaryInWords } from './each-words.ts';
import { resultLine } from './result-line.ts';
import type { EachRow } from './result-row.ts';

/** Prints what becomes of the machines. */
export interface EachPrinter {
  /** Says on stderr what is not done, and why. */
  begin(targets: readonly SelectedMachine[], earlier: EarlierRun | undefined): Promise<void>;
  /** Prints rows when they come, where the format allows it. */
  rows(batches: AsyncIterable<readonly EachRow[]>): Promise<void>;
  /** Tells on stderr how many machines ended how. */
  summary(rows: readonly EachRow[], targetCount: number): Promise<void>;
  /** Tells on stderr of a change while one machine's work is followed. */
  observe(target: SelectedMachine): FollowObserver;
}

/** States that the line of the machine tells. */
const ENDS: ReadonlySet<string> = new Set(['done', 'failed', 'needs_input', 'succeeded']);

/** Names are aligned up to this width. */
const NAME_WIDTH_MAX = 32;

/** Lines for a person on stdout, else the chosen format there and the lines on stderr. Throws `Failure` usage. */
export async function createEachPrinter(call: ParsedCall, runtime: Runtime): Promise<EachPrinter> {
  const { flags } = call;
  const { stderr, stdout } = runtime;
  const isChosen = flags.columns !== undefined || flags['sort-by'] !== undefined;
  const isTable = formatName(flags, runtime) === 'table' && flags.query === undefined && !isChosen;
  const printer: Printer = await createPrinter(flags, runtime, { isReport: true });
  const showsLines = isTable || (flags.quiet !== true && !stdout.isTerminal);
  let nameWidth = 0;
  let labels: ReadonlyMap<string, string> = new Map();
  const note = (text: string) => (flags.quiet === true ? undefined : stderr.write(`${text}\n`));
  let hasReader = true;
  const held = boundedRows();
  const writeLines = async (batch: readonly EachRow[]): Promise<void> => {
    if (!showsLines || (!hasReader && flags.quiet === true)) return;
    const lines = isTable && hasReader ? stdout : stderr;
    const colour = hasColor(lines, runtime.environment, flags.color);
    const text = batch.map((row) => {
      const name = labels.get(row.machine) ?? row.name;
      return `${resultLine({ ...row, name }, { colour, nameWidth })}\n`;
    });
    await lines.write(text.join(''));
  };
  const readerHasGone = outliveReader();
  const showBatch = async (batch: readonly EachRow[]): Promise<void> => {
    await writeLines(batch);
    if (hasReader && readerHasGone()) {
      hasReader = false;
      await note(READER_HAS_GONE);
      if (isTable) await writeLines(batch);
    }
    if (!isTable || !showsResponses(call)) return;
    for (const { response } of batch) {
      if (response !== null) await printer.value({ value: response });
    }
  };
  async function* answers(
    batches: AsyncIterable<readonly EachRow[]>,
  ): AsyncGenerator<unknown, void, undefined> {
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
      labels = labelsOf(targets);
      const widths = [...labels.values()].map((label) => textWidth(sanitiseLine(label)));
      nameWidth = Math.min(NAME_WIDTH_MAX, Math.max(0, ...widths));
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
      const told = { targetCount, isJsonl, hasReader, cutCount: held.cutCount() };
      await note(summaryInWords(rows, told));
    },
    observe: (target) => (change) => {
      if (flags.quiet === true || ENDS.has(change.state ?? '')) return;
      void stderr.write(`${sanitiseLine(`${target.name}: ${changeInWords(change)}`)}\n`);
    },
  };
}

/** What each machine is called, by its id: its name, with the id where another one has that name too. */
function labelsOf(targets: readonly SelectedMachine[]): ReadonlyMap<string, string> {
  const counts = Map.groupBy(targets, ({ name }) => name);
  return new Map(
    targets.map(({ id, name }) => {
      const isOne = counts.get(name)?.length === 1 || name === id;
      return [id, isOne ? name : `${name} (${id})`];
    }),
  );
}

/** Who asks many machines something wants to read what they say. */
function showsResponses({ flags, operation }: ParsedCall): boolean {
  return flags.full === true || operation.tool.class === 'read';
}
