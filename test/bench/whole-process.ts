import { spawnSync } from 'node:child_process';
import { atMost, type Measurement, median } from './measurement.ts';

const ROUNDS = 25;
const WARM_UP_ROUNDS = 3;

/** A command whose whole processes are timed. */
export interface Contender {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  /** The greatest ratio to bare Node that is accepted; undefined for a peer. */
  readonly limit?: number;
  /** The contender than which it may take `more` at most. */
  readonly beside?: { readonly name: string; readonly more: number };
  /** Done before each run, outside of its time. */
  prepare?(): void;
}

/**
 * Wall time of whole processes as ratios to `node -e 0` on the same Node: every contender runs once
 * a round, the ratio is taken within the round, and the median over the rounds is the figure.
 */
export function besideBareNode(contenders: readonly Contender[]): readonly Measurement[] {
  const ratios = contenders.map((): number[] => []);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const bareMs = wallMs([process.execPath, '-e', '0'], process.env);
    for (const [index, { command, environment, prepare }] of contenders.entries()) {
      prepare?.();
      const ratio = wallMs(command, { ...process.env, ...environment }) / bareMs;
      if (round >= 0) ratios[index]?.push(ratio);
    }
  }
  const figures = new Map(contenders.map(({ name }, at) => [name, median(ratios[at] ?? [])]));
  return contenders.map(({ beside, limit: ownLimit, name }) => {
    const besideOther = beside && atMost(Number(figures.get(beside.name)) + beside.more);
    const limit = ownLimit ?? besideOther;
    const ratio = figures.get(name) ?? Number.NaN;
    return { name, baseline: 'node -e 0', ratio, ...(limit === undefined ? {} : { limit }) };
  });
}

/** Milliseconds from before the start to after the end of a process. Throws where it fails. */
function wallMs([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const tookMs = performance.now() - startedAt;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return tookMs;
}
