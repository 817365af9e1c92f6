import { serviceCommand } from '../../render/service-command.ts';
import { commandName } from '../operation/command-name.ts';
import { asksForPart, goesOn, selectsCursor } from '../operation/list-part.ts';
import type { ParsedCall } from '../operation/read-call.ts';
import { namesInWords } from './each-words.ts';
import type { EachRow } from './result-row.ts';

/** Which machines responded with a list after whose page there is more, where what is printed does not show it. */
interface PartNote {
  add(rows: readonly EachRow[]): void;
  /** Names them and says how one list is had whole; undefined where there is none. */
  inWords(): string | undefined;
}

/** Looks at each row before a part of its response is printed. */
export function createPartNote(call: ParsedCall): PartNote {
  const isHidden = selectsPart(call.flags) && !asksForPart(call.input);
  const names: string[] = [];
  return {
    add(rows) {
      if (!isHidden) return;
      const inPart = rows.filter(({ response }) => goesOn(response));
      names.push(...inPart.map(({ name }) => name));
    },
    inWords() {
      if (names.length === 0) return undefined;
      const whole = `cloud ${commandName(call.operation.tool.name)} --machine NAME --all`;
      return `There is more of ${namesInWords(names)}: \`${serviceCommand(whole)}\` shows the whole list of one.`;
    },
  };
}

/** The response as a whole has the cursor, in every format. */
function selectsPart({ columns, query }: ParsedCall['flags']): boolean {
  if (query !== undefined) return !selectsCursor(query);
  return columns?.includes('response.') === true && !selectsCursor(columns);
}
