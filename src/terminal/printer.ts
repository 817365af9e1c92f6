import type { Printable } from '../render/format.ts';
import type { FormatName } from '../render/format-name.ts';
import { loadFormat } from '../render/load-format.ts';
import { watchNamedColumns } from '../render/named-columns.ts';
import { rowsOrOne } from '../render/rows.ts';
import { sanitiseLine } from '../render/sanitise.ts';
import { actsOnOutput } from './ci-runner.ts';
import { endable, endableLong } from './endable.ts';
import { interruptedWith } from './interruption.ts';
import type { Output } from './output.ts';
import { formatName, type PrintFlags, refuseUnused, renderOptions } from './print-options.ts';
import { askedQuery, mergedPages, type OnMisfit, rowsReader } from './query-rows.ts';
import type { Terminal } from './terminal.ts';

/** Writes results to stdout in the format that was chosen. */
export interface Printer {
  /** Writes one answer; gives the exit code 0. */
  value(answer: Printable): Promise<number>;
  /**
   * Writes the pages of a list: each when it comes where format and flags allow it, else all as one
   * document. Gives the exit code 0.
   */
  pages(answers: AsyncIterable<unknown>): Promise<number>;
  /** Whether `pages` prints all as one document, for which it keeps them. */
  readonly holdsAllPages: boolean;
}

export interface PrinterFlags extends PrintFlags {
  readonly query?: string | undefined;
  readonly pager?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/** What a command prints that is more than an answer of the service. */
interface Shown {
  /** Where nobody chose others, or selected by a query. */
  readonly columns?: string;
  /** Whether a table is a screen of its own, also in a pipe. */
  readonly isScreen?: boolean;
  /** Whether what comes after Ctrl-C is written too, as it tells what became of an action. */
  readonly isReport?: boolean;
  /** Hears of a page that the query does not fit, or of all as one, which is left out; without it that throws. */
  readonly onMisfit?: OnMisfit;
}

/** A printer for these flags. Throws `Failure` usage for wrong flags, before any work. */
export async function createPrinter(
  flags: PrinterFlags,
  terminal: Terminal,
  shown: Shown = {},
): Promise<Printer> {
  const name = formatName(flags, terminal);
  refuseUnused(flags, name);
  const query = await askedQuery(flags.query, shown.onMisfit);
  const format = await loadFormat(name, terminal.stdout.isTerminal || shown.isScreen === true);
  const stdout = isJsonFormat(name) ? await stdoutForJson(terminal) : terminal.stdout;
  // Times are shown relative to now, which is when something is printed.
  const columns = flags.query === undefined ? shown.columns : undefined;
  const options = () => renderOptions({ columns, ...flags }, terminal);
  const named = () => {
    const { columns: chosen = [], sortBy } = options();
    return watchNamedColumns(sortBy === undefined ? chosen : [...chosen, sortBy]);
  };
  const note = async (...texts: readonly (string | undefined)[]): Promise<void> => {
    const lines = flags.quiet === true ? [] : texts.filter((text) => text !== undefined);
    for (const line of lines) await terminal.stderr.write(`${sanitiseLine(line)}\n`);
  };

  const write = (text: string | Uint8Array) => written(stdout, text, shown);
  const print = async (answer: Printable): Promise<number> => {
    const isLong = (answer.bytes?.length ?? 0) > LONG_BYTES;
    const text = await drawn(isLong, () => format.value(answer, options()));
    if (typeof text === 'string' && flags.pager === true) {
      const { writePaged } = await import('./pager.ts');
      await writePaged(text, stdout, terminal.environment);
    } else await write(text);
    const columnsNamed = named();
    columnsNamed.see(rowsOrOne(answer.value));
    await note(columnsNamed.missing(), query?.note());
    return 0;
  };

  const isOfRows = OF_ROWS.has(name);
  const isStreaming = format.pages !== undefined && streams(flags, isOfRows);
  return {
    holdsAllPages: !isStreaming,
    async value(answer) {
      if (query === undefined) return print(answer);
      return print({ value: await endable(() => query.select(answer.value)) });
    },
    async pages(answers) {
      const writer = isStreaming ? await format.pages?.(options()) : undefined;
      const rowsOf = rowsReader(query);
      if (writer === undefined) {
        const whole: unknown[] = [];
        for await (const answer of answers) whole.push(answer);
        const value = await drawn(!shown.isReport, () => mergedPages(whole, query, isOfRows));
        return value === undefined ? 0 : print({ value });
      }
      const columnsNamed = named();
      for await (const answer of answers) {
        const rows = rowsOf(answer);
        if (rows === undefined) continue;
        // No list, and so the only page.
        if (rows === null) return print({ value: answer });
        columnsNamed.see(rows);
        const draw = () => writer.page(rows, answer);
        const text = shown.isReport === true ? draw() : await drawn(rows.length > 1, draw);
        if (text !== '') await write(text);
      }
      await stdout.write(writer.end());
      await note(leftOutInWords(writer.leftOut), columnsNamed.missing(), query?.note());
      return 0;
    },
  };
}

/**
 * What is long is of no use after Ctrl-C. A single row may come while something acts, and a report tells
 * how that stands where Ctrl-C is pressed then.
 */
function drawn<Result>(isLong: boolean, draw: () => Result | Promise<Result>): Promise<Result> {
  return isLong ? endableLong(draw) : endable(draw);
}

/** A report is still written after Ctrl-C, and told where nobody reads it; all else ends at once. */
function written(stdout: Output, text: string | Uint8Array, { isReport }: Shown): Promise<void> {
  const isHeard = isReport === true || interruptedWith() !== undefined;
  return isHeard ? stdout.write(text) : endable(() => stdout.write(text));
}

/** What is longer takes a second to be drawn. */
const LONG_BYTES = 1024 * 1024;

/** stdout for JSON, which keeps its meaning where a runner of CI must find no command in it. */
export async function stdoutForJson({ environment, stdout }: Terminal): Promise<Output> {
  if (!actsOnOutput(environment)) return stdout;
  const { guardedOutput } = await import('./github/guarded-output.ts');
  return guardedOutput(stdout, { environment, descriptor: 1, isJson: true });
}

function isJsonFormat(name: FormatName): boolean {
  return name === 'json' || name === 'jsonl';
}

/** A query is about each page in these, so that a long list can be written as it comes. */
const OF_ROWS: ReadonlySet<FormatName> = new Set(['csv', 'jsonl', 'name', 'tsv']);

/** Whether pages are written as they come: not where something is asked of all rows together. */
function streams(flags: PrinterFlags, isOfRows: boolean): boolean {
  const asksForDocument = flags.query !== undefined && !isOfRows;
  return !asksForDocument && flags['sort-by'] === undefined && flags.pager !== true;
}

function leftOutInWords(leftOut: ReadonlySet<string> = new Set()): string | undefined {
  if (leftOut.size === 0) return undefined;
  const names = [...leftOut].map((name) => JSON.stringify(name)).join(', ');
  return `Left out, since the first page has no such column: ${names}. Name what is wanted with --columns.`;
}
