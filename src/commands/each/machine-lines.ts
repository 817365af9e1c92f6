import type { SelectedMachine } from '../../flow/each/select-machines.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { textWidth } from '../../render/text-width.ts';
import { type Output, outliveReader } from '../../terminal/output.ts';
import { READER_HAS_GONE } from '../../terminal/reader-has-gone.ts';
import { hasColor } from '../../terminal/terminal.ts';
import type { ParsedCall } from '../operation/read-call.ts';
import type { Runtime } from '../runtime.ts';
import { resultLine } from './result-line.ts';
import type { EachRow } from './result-row.ts';

/** Lines for people that tell what became of the machines. */
interface MachineLines {
  /** Aligns the lines for these machines, and tells those of the same name from each other. */
  arrange(targets: readonly SelectedMachine[]): void;
  write(rows: readonly EachRow[]): Promise<void>;
  /** For rows that stdout does not have: written where `write` writes nothing. */
  writeUntold(rows: readonly EachRow[]): void;
  /** Whether somebody still reads stdout, as far as is known after the last line. */
  hasReader(): boolean;
}

/** Names are aligned up to this width. */
const NAME_WIDTH_MAX = 32;

/** The lines go to stdout where they are the output, else to stderr, as all does once nobody reads stdout. */
export function createMachineLines(
  flags: ParsedCall['flags'],
  isOutput: boolean,
  { environment, stderr, stdout }: Runtime,
): MachineLines {
  const isQuiet = flags.quiet === true;
  const isShown = isOutput || (!isQuiet && !stdout.isTerminal);
  const readerHasGone = outliveReader();
  let hasReader = true;
  let nameWidth = 0;
  let labels: ReadonlyMap<string, string> = new Map();
  const textOf = (rows: readonly EachRow[], output: Output): string => {
    const colour = hasColor(output, environment, flags.color);
    const lines = rows.map((row) => {
      const name = labels.get(row.machine) ?? row.name;
      return `${resultLine({ ...row, name }, { colour, nameWidth })}\n`;
    });
    return lines.join('');
  };
  const write = async (rows: readonly EachRow[]): Promise<void> => {
    if (!isShown || (!hasReader && isQuiet)) return;
    const output = isOutput && hasReader ? stdout : stderr;
    await output.write(textOf(rows, output));
  };
  return {
    arrange(targets) {
      labels = labelsOf(targets);
      const widths = [...labels.values()].map((label) => textWidth(sanitiseLine(label)));
      const widest = widths.reduce((most, width) => Math.max(most, width), 0);
      nameWidth = Math.min(NAME_WIDTH_MAX, widest);
    },
    async write(rows) {
      await write(rows);
      if (!hasReader || !readerHasGone()) return;
      hasReader = false;
      if (!isQuiet) await stderr.write(`${READER_HAS_GONE}\n`);
      if (isOutput) await write(rows);
    },
    writeUntold(rows) {
      if (!isShown) void stderr.write(textOf(rows, stderr));
    },
    hasReader: () => hasReader,
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
