import { type Failure, interruptedFailure } from '../contract/failure.ts';
import { endProcess } from './end-process.ts';

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

let current: AbortController | undefined;

/**
 * A signal that aborts with a `Failure` interrupted when the person presses Ctrl-C or the program is
 * asked to end by a signal; the second time the program ends at once. One for the whole program.
 */
export function interruptionSignal(): AbortSignal {
  if (current !== undefined) return current.signal;
  const controller = new AbortController();
  current = controller;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (passing !== undefined) return;
      if (controller.signal.aborted) endProcess(EXIT_CODES[name]);
      controller.abort(interrupted(name));
    });
  }
  return controller.signal;
}

const PASSED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGCONT'] as const;

let passing: ((signal: NodeJS.Signals) => void) | undefined;

/**
 * Hands the signals that this program gets on to a child instead of acting on them, until the
 * returned function is called. What a terminal sends with Ctrl-C reaches the child by
 * itself, and would come twice.
 */
export function passSignals(to: (signal: NodeJS.Signals) => void): () => void {
  const { isatty } = process.getBuiltinModule('node:tty');
  const byTerminal: readonly string[] = isatty(0) ? ['SIGINT', 'SIGQUIT'] : [];
  passing = to;
  const listeners = PASSED.map((name) => {
    const listener = (): void => {
      if (!byTerminal.includes(name)) to(name);
    };
    process.on(name, listener);
    return () => process.removeListener(name, listener);
  });
  return () => {
    for (const remove of listeners) remove();
    passing = undefined;
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

function interrupted(signal: keyof typeof EXIT_CODES): Failure {
  return signal === 'SIGINT'
    ? interruptedFailure()
    : interruptedFailure({ code: 'terminated', title: 'Ended by SIGTERM' });
}
