import { Failure } from '../contract/failure.ts';

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

let current: AbortController | undefined;

/**
 * A signal that aborts with a `Failure` interrupted when the person presses Ctrl-C or the program is
 * told to end; the second time the program ends at once. One for the whole program.
 */
export function interruptionSignal(): AbortSignal {
  if (current !== undefined) return current.signal;
  const controller = new AbortController();
  current = controller;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(EXIT_CODES[name]);
      controller.abort(interrupted(name));
    });
  }
  return controller.signal;
}

/** The failure that the program was interrupted with, if it was. */
export function interruptedWith(): Failure | undefined {
  return current?.signal.aborted === true ? current.signal.reason : undefined;
}

function interrupted(signal: keyof typeof EXIT_CODES): Failure {
  return new Failure('interrupted', {
    code: signal === 'SIGINT' ? 'interrupted' : 'terminated',
    title: signal === 'SIGINT' ? 'Interrupted' : 'Ended by SIGTERM',
  });
}
