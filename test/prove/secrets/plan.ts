import { seededRandom } from '../seeded-random.ts';
import type { HoldPoint } from './holding-proxy.ts';
import { STATES } from './journal-watch.ts';

export type SinkKind = 'file' | 'overwrite' | 'dotenv' | 'stdout' | 'child';

/** When a process is killed. */
export type KillPoint =
  | { readonly at: 'state'; readonly state: string; readonly afterMs: number }
  | { readonly at: 'wire'; readonly point: HoldPoint }
  /** When the sink is seen to get something, or a file beside it that is on its way there. */
  | { readonly at: 'sink'; readonly orStaged: boolean }
  | { readonly at: 'time'; readonly afterMs: number };

/** One seeded run: a sink, the kill of `new`, and those of the resumes after it. */
export interface Plan {
  readonly seed: number;
  readonly sink: SinkKind;
  readonly kills: readonly KillPoint[];
  /** How what is left is ended, where a value is left at all. */
  readonly end: 'resume' | 'discard' | 'expiry';
}

const SINKS: readonly SinkKind[] = ['file', 'dotenv', 'stdout', 'child', 'overwrite'];
const POINTS: readonly HoldPoint[] = ['ask request', 'ask answer', 'claim answer'];

/** The plan of a seed: every state and every point of the wire comes up, over and over. */
export function planOf(seed: number): Plan {
  const random = seededRandom(seed);
  const pick = <T>(items: readonly [T, ...T[]] | readonly T[]): T =>
    items[Math.floor(random() * items.length)] as T;
  const killPoint = (): KillPoint => {
    const kind = random();
    if (kind < 0.5) {
      return { at: 'state', state: pick(STATES), afterMs: random() < 0.5 ? 0 : random() * 6 };
    }
    if (kind < 0.7) return { at: 'sink', orStaged: random() < 0.5 };
    if (kind < 0.87) return { at: 'wire', point: pick(POINTS) };
    return { at: 'time', afterMs: random() * 500 };
  };
  const resumes = Math.floor(random() * 3);
  const sink = SINKS[seed % SINKS.length] as SinkKind;
  const kills = [killPoint(), ...Array.from({ length: resumes }, killPoint)];
  const ending = random();
  const end = ending < 0.7 ? 'resume' : ending < 0.9 ? 'discard' : 'expiry';
  return { seed, sink, kills, end };
}
