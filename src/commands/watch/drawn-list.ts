import type { SeenList } from '../../flow/live/look-at-list.ts';
import { listPicture } from '../../render/live/list-picture.ts';
import { createRedraw } from '../../terminal/person/redraw.ts';
import { renderOptions } from '../../terminal/print-options.ts';
import type { ParsedCall } from '../operation/read-call.ts';
import type { Runtime } from '../runtime.ts';
import type { ListView } from './list-view.ts';

/** The list in its view, drawn in place on stdout, as much of it as the terminal shows. */
export function drawnList(call: ParsedCall, runtime: Runtime): ListView {
  const stream = process.stdout;
  const redraw = createRedraw(stream);
  let list: SeenList | undefined;
  let seenAtMs = 0;
  let isMissed = false;
  const draw = (): void => {
    if (list === undefined) {
      if (isMissed) redraw.draw(['no answer yet, trying again · Ctrl-C ends']);
      return;
    }
    const options = renderOptions(call.flags, runtime);
    const width = (stream.columns || options.width) - 1;
    const { rows: height = 24 } = stream;
    const seen = { list, seenAtMs, isMissed };
    redraw.draw(listPicture(seen, { ...options, width, height }));
  };
  stream.on('resize', draw);
  return {
    async show(next) {
      list = next;
      seenAtMs = runtime.clock.now();
      isMissed = false;
      draw();
    },
    missed() {
      isMissed = true;
      draw();
    },
    stop: () => void stream.off('resize', draw),
  };
}
