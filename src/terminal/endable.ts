import { thisPlatform } from '../base/platform.ts';
import { endSignals } from '../base/processes/end-signals.ts';
import { heardSignals } from '../base/processes/heard-signals.ts';
import { interruptedWith } from './interruption.ts';

/**
 * Runs what may take long while nothing is on its way to the service: signals that ask for it end the process
 * at once, also where nothing of ours gets its turn. What listens for them hears those that came before it.
 */
export async function endable<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  await heardSignals();
  return leftToSystem(work);
}

/**
 * The same for work that would be of no use to who has pressed Ctrl-C before it begins. Beside other work of that
 * kind a signal that has just come would be lost: it is heard when one ends. Throws `Failure` interrupted.
 */
export async function endableLong<Result>(
  work: () => Result | Promise<Result>,
  isBeside?: boolean,
): Promise<Result> {
  await heardSignals();
  const interrupted = interruptedWith();
  if (interrupted !== undefined) throw interrupted;
  return isBeside ? work() : leftToSystem(work);
}

async function leftToSystem<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const takeBack = leaveSignals();
  try {
    return await work();
  } finally {
    takeBack();
  }
}

function leaveSignals(): () => void {
  const kept = endSignals(thisPlatform()).map((name) => {
    const listeners = process.rawListeners(name);
    process.removeAllListeners(name);
    return { name, listeners };
  });
  return () => {
    for (const { listeners, name } of kept) {
      for (const listener of listeners) process.on(name, listener as NodeJS.SignalsListener);
    }
  };
}
