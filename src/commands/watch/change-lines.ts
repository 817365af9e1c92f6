import { isJsonObject, stringifyJson } from '../../base/json/lossless.ts';
import { type RowChange, rowChanges } from '../../flow/live/list-changes.ts';
import { escapeForTerminalJson } from '../../render/sanitise.ts';
import { recordLine } from '../../render/views/record-line.ts';
import { formatName } from '../../terminal/print-options.ts';
import { stdoutForJson } from '../../terminal/printer.ts';
import type { ParsedCall } from '../operation/read-call.ts';
import type { Runtime } from '../runtime.ts';
import type { ListView } from './list-view.ts';

/** A line for each change: an event where a program reads, words where a person does. */
export function changeLines(call: ParsedCall, runtime: Runtime): ListView {
  const isForPerson = formatName(call.flags, runtime) === 'table';
  const { clock, stdout } = runtime;
  let before: readonly unknown[] = [];
  const lineOf = (change: RowChange): string => {
    if (isForPerson) return inWords(change, clock.now());
    const json = stringifyJson({ event: change.change, row: change.row });
    return stdout.isTerminal ? escapeForTerminalJson(json) : json;
  };
  return {
    async show(list) {
      const { rows } = list;
      const lines = rowChanges(before, rows, list).map((change) => `${lineOf(change)}\n`);
      before = rows;
      const out = isForPerson ? stdout : await stdoutForJson(runtime);
      if (lines.length > 0) await out.write(lines.join(''));
    },
    missed() {},
    stop() {},
  };
}

function inWords({ change, row }: RowChange, now: number): string {
  const text = isJsonObject(row) ? recordLine(row, now) : escapeForTerminalJson(stringifyJson(row));
  return `${change}: ${text}`;
}
