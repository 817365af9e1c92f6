import { sanitiseLine } from '../render/sanitise.ts';
import type { Rim } from './rim.ts';

/** What is going on, for people, on stderr. Texts may come from afar: they are made harmless here. */
export interface Progress {
  /** The state now: shown in place on a terminal, else as a line where it changed. */
  state(text: string): void;
  /** Takes the display away, so that results and prompts stand alone. */
  stop(): void;
}

/** Nothing with `--quiet`; a spinner where a person watches; else one line for each change. */
export function createProgress(rim: Rim, quiet: boolean): Progress {
  if (quiet) return { state() {}, stop() {} };
  const { CI, TERM } = rim.environment;
  const watched = rim.notes.isTerminal && TERM !== 'dumb' && (CI === undefined || CI === '');
  return watched ? spinner(rim) : lines(rim);
}

function lines(rim: Rim): Progress {
  let last = '';
  return {
    state(text) {
      const line = sanitiseLine(text);
      if (line === last) return;
      last = line;
      void rim.notes.write(`${line}\n`);
    },
    stop() {},
  };
}

function spinner(rim: Rim): Progress {
  let stopped = false;
  let text = '';
  // Loaded only here: it costs more than the rest of a short command together.
  const loading = import('ora').then(({ default: ora }) => {
    if (stopped) return undefined;
    return ora({ stream: rim.stderr, discardStdin: false, text }).start();
  });
  return {
    state(next) {
      text = sanitiseLine(next);
      void loading.then((ora) => {
        if (ora !== undefined) ora.text = text;
      });
    },
    stop() {
      stopped = true;
      void loading.then((ora) => ora?.stop());
    },
  };
}
