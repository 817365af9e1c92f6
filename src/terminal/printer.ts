import { type Answer, loadFormat } from '../render/format.ts';
import { compileQuery } from '../render/query.ts';
import { writePaged } from './pager.ts';
import { formatName, type PrintFlags, renderOptions } from './print-options.ts';
import type { Rim } from './rim.ts';

/** Writes results to stdout in the format that was chosen. */
export interface Printer {
  /** Whether rows of a long list are written as they come. */
  readonly streams: boolean;
  /** Writes one answer; gives the exit code 0. */
  value(answer: Answer): Promise<number>;
  /** Writes one row of a list; only where `streams`. */
  row(row: unknown): Promise<void>;
}

export interface PrinterFlags extends PrintFlags {
  readonly query?: string | undefined;
  readonly pager?: boolean | undefined;
}

/** A printer for these flags. Throws `Failure` usage for a wrong format or query, before any work. */
export async function createPrinter(flags: PrinterFlags, rim: Rim): Promise<Printer> {
  const name = formatName(flags, rim);
  const options = renderOptions(flags, rim);
  const query = flags.query === undefined ? undefined : await compileQuery(flags.query);
  const format = await loadFormat(name);
  return {
    streams: format.row !== undefined && query === undefined && flags['sort-by'] === undefined,
    async value(answer) {
      const shown = query === undefined ? answer : { value: query.select(answer.value) };
      const text = format.value(shown, options);
      if (typeof text === 'string' && flags.pager === true) await writePaged(text, rim);
      else await rim.result.write(text);
      return 0;
    },
    async row(row) {
      if (format.row !== undefined) await rim.result.write(format.row(row, options));
    },
  };
}
