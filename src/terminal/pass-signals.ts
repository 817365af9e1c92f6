import type { HandedSignals } from '../base/processes/handed-signals.ts';
import { leaveToChild } from './interruption.ts';

/**
 * Hands the signals that this program gets on to a child instead of acting on them, until the returned
 * function is called.
 */
export function passSignals(
  { heard, sent }: HandedSignals,
  to: (signal: NodeJS.Signals) => void,
): () => void {
  const takeBack = leaveToChild(heard);
  const listeners = heard.map((name) => {
    const listener = (): void => {
      if (sent.includes(name)) to(name);
    };
    process.on(name, listener);
    return () => process.removeListener(name, listener);
  });
  return () => {
    for (const remove of listeners) remove();
    takeBack();
  };
}
