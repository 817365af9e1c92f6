import { thisPlatform } from '../base/platform.ts';
import { type EndSignal, endSignals } from '../base/processes/end-signals.ts';
import { type Failure, interruptedFailure } from '../contract/failure.ts';
import { endProcess } from './end-process.ts';

const EXIT_CODES: Readonly<Record<EndSignal, number>> = {
  SIGINT: 130,
  SIGTERM: 143,
  SIGHUP: 143,
  SIGBREAK: 130,
};

/** What `timeout` and others hand on comes sooner beside that of the terminal, and no person's second key does. */
const SAME_SECONDS = 0.03;

let current: AbortController | undefined;

/**
 * A signal that aborts with a `Failure` interrupted when the person presses Ctrl-C or the program is
 * asked to end by a signal; the second time the program ends at once. One for the whole program.
 */
export function interruptionSignal(): AbortSignal {
  if (current !== undefined) return current.signal;
  const controller = new AbortController();
  current = controller;
  // While the first one is acted on, which takes its time on a busy computer, another one only waits for its turn.
  let heardAt = Number.POSITIVE_INFINITY;
  for (const name of endSignals(thisPlatform())) {
    process.on(name, () => {
      if (leftToChild.includes(name)) return;
      const sinceSeconds = process.uptime() - heardAt;
      // Only the first one has an effect.
      controller.abort(interrupted(name));
      setImmediate(() => {
        heardAt = process.uptime();
      });
      // A terminal that is closed sends SIGHUP, and its shell once more: nobody is impatient.
      if (name !== 'SIGHUP' && sinceSeconds > SAME_SECONDS) endProcess(EXIT_CODES[name]);
    });
  }
  return controller.signal;
}

let leftToChild: readonly NodeJS.Signals[] = [];

/** Acts on none of these signals, since a child does, until the returned function is called. */
export function leaveToChild(signals: readonly NodeJS.Signals[]): () => void {
  leftToChild = signals;
  return () => {
    leftToChild = [];
  };
}

/** The signal of `interruptionSignal`; undefined while nobody has asked for it, and Ctrl-C ends the program. */
export function interruptionHeard(): AbortSignal | undefined {
  return current?.signal;
}

/** The failure that the program was interrupted with, if it was. */
export function interruptedWith(): Failure | undefined {
  return current?.signal.aborted === true ? current.signal.reason : undefined;
}

function interrupted(signal: EndSignal): Failure {
  return EXIT_CODES[signal] === 143
    ? interruptedFailure({ code: 'terminated', title: `Ended by ${signal}` })
    : interruptedFailure();
}
