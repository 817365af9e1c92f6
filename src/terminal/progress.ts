import { sanitiseLine } from '../render/sanitise.ts';
import type { Spinner } from './start-spinner.ts';
import { canRedraw, type Terminal } from './terminal.ts';

const PATIENCE_MS = 1_000;

/** No state of a machine is longer; what a service sends may be, and takes long to look at. */
const STATE_CHARS_MAX = 10_000;

/** Progress for people on stderr. Texts may come from a server and are sanitised here. */
interface ProgressDisplay {
  /** The state now: shown in place where a person watches, else as a line where it changed. */
  state(text: string): void;
  /** Removes the display, so that nothing of it stands beside later output. */
  stop(): Promise<void>;
}

/**
 * Nothing with `--quiet`; where a person watches a spinner, from the first state on or when an
 * answer takes longer than a second; else one line for each change.
 */
export function createProgress(terminal: Terminal, quiet: boolean): ProgressDisplay {
  if (quiet) return { state() {}, stop: async () => {} };
  return canRedraw(terminal) ? spinner(terminal) : lines(terminal);
}

function lines(terminal: Terminal): ProgressDisplay {
  let last = '';
  return {
    state(text) {
      const line = shownLine(text);
      if (line === last) return;
      last = line;
      void terminal.stderr.write(`${line}\n`);
    },
    stop: async () => {},
  };
}

function spinner(terminal: Terminal): ProgressDisplay {
  let stopped = false;
  let text = '';
  let shown: Promise<Spinner | undefined> | undefined;
  // Loaded only when it is wanted: it costs more than the rest of a short command together.
  const show = async () => {
    const { startSpinner } = await import('./start-spinner.ts');
    return stopped ? undefined : startSpinner(terminal.promptStream, text);
  };
  const state = (next: string) => {
    text = shownLine(next);
    shown ??= show();
    void shown.then((spinner) => {
      if (spinner !== undefined) spinner.text = text;
    });
  };
  const forget = terminal.clock.after(PATIENCE_MS, () => state('waiting for the answer'));
  return {
    state(next) {
      forget();
      state(next);
    },
    async stop() {
      stopped = true;
      forget();
      const spinner = await shown;
      shown = undefined;
      spinner?.stop();
    },
  };
}

function shownLine(text: string): string {
  return sanitiseLine(text.slice(0, STATE_CHARS_MAX));
}
