import { tableFormat } from '../../render/table.ts';
import { createRedraw } from '../../terminal/person/redraw.ts';
import { renderOptions } from '../../terminal/print-options.ts';
import type { ParsedCall } from '../operation/read-call.ts';
import type { Runtime } from '../runtime.ts';
import type { ListView } from './list-view.ts';

/** The line that says when, and the one that the cursor stands on. */
const LINES_BESIDE = 2;

/** The list as a table, drawn in place on stdout, as much of it as the terminal shows. */
export function drawnList(call: ParsedCall, runtime: Runtime): ListView {
  const stream = process.stdout;
  const redraw = createRedraw(stream);
  let answer: unknown;
  const draw = (): void => {
    const options = renderOptions(call.flags, runtime);
    const text = String(tableFormat.value({ value: answer }, options));
    const lines = text.replace(/\n$/, '').split('\n');
    const room = Math.max(1, (stream.rows || 24) - LINES_BESIDE);
    const hidden = lines.length - room;
    const shown = hidden > 0 ? [...lines.slice(0, room - 1), `… ${hidden + 1} more lines`] : lines;
    redraw.draw([`${new Date(options.now).toLocaleTimeString()} · Ctrl-C ends`, ...shown]);
  };
  stream.on('resize', draw);
  return {
    async show(value) {
      answer = value;
      draw();
    },
    stop: () => void stream.off('resize', draw),
  };
}
