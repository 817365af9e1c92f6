import { stringifyJson } from '../../base/json/lossless.ts';
import { textOf } from '../../contract/response-member.ts';
import { type RowChange, rowChanges } from '../../flow/live/list-changes.ts';
import { escapeForTerminalJson, sanitiseLine } from '../../render/sanitise.ts';
import { formatName } from '../../terminal/print-options.ts';
import type { ParsedCall } from '../operation/read-call.ts';
import type { Runtime } from '../runtime.ts';
import type { ListView } from './list-view.ts';

/** A line for each change: an event where a program reads, words where a person does. */
export function changeLines(call: ParsedCall, runtime: Runtime): ListView {
  const isForPerson = formatName(call.flags, runtime) === 'table';
  const { stdout } = runtime;
  let before: readonly unknown[] = [];
  const lineOf = (change: RowChange): string => {
    if (isForPerson) return inWords(change);
    const json = stringifyJson({ event: change.change, row: change.row });
    return stdout.isTerminal ? escapeForTerminalJson(json) : json;
  };
  return {
    async show(_answer, rows) {
      const lines = rowChanges(before, rows).map((change) => `${lineOf(change)}\n`);
      before = rows;
      if (lines.length > 0) await stdout.write(lines.join(''));
    },
    stop() {},
  };
}

function inWords({ change, row }: RowChange): string {
  const parts = [
    change,
    textOf(row, 'id') ?? textOf(row, 'name'),
    textOf(row, 'state') ?? textOf(row, 'status'),
    textOf(row, 'title') ?? textOf(row, 'name'),
  ];
  return sanitiseLine(parts.filter((part) => part !== undefined).join('  '));
}
