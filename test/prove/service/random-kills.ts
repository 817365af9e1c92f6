import { pickOne, wholeNumber } from '../seeded-random.ts';
import type { Deployment } from './deployment.ts';
import { pause } from './proof.ts';

export interface RandomKills {
  /** Milliseconds from each start to readiness, so far. */
  readonly readyMs: readonly number[];
  /** Resolves once all kills are done and the servers are up. */
  readonly done: Promise<void>;
  /** No further kill; resolves once the servers are up. */
  stop(): Promise<void>;
}

/** Kills a server picked at random with SIGKILL and starts it again, so many times. */
export function killAtRandom(
  { servers }: Pick<Deployment, 'servers'>,
  random: () => number,
  { kills, everyMs: [least, most] }: { readonly kills: number; readonly everyMs: [number, number] },
): RandomKills {
  const readyMs: number[] = [];
  let stopped = false;
  const run = async (): Promise<void> => {
    while (!stopped && readyMs.length < kills) {
      await pause(wholeNumber(random, least, most));
      if (!stopped) readyMs.push(await pickOne(random, servers).killAndStart());
    }
  };
  const done = run();
  return {
    readyMs,
    done,
    stop: async () => {
      stopped = true;
      await done;
    },
  };
}
