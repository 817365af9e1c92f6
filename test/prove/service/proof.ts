import type { Deployment, DeploymentOptions } from './deployment.ts';

/** One of the ten tests of the service. */
export interface Proof {
  readonly number: number;
  readonly title: string;
  /** Its figure cannot be reached in ten parts: `--full` is one run of the whole. */
  readonly whole?: boolean;
  /** Asks its servers for memory or delays. */
  readonly probed?: boolean;
  prove(scene: Scene): Promise<Findings>;
}

/** What a test is given. */
export interface Scene {
  /** How much of its figure: 1 is all, 0.1 a tenth. */
  readonly scale: number;
  readonly random: () => number;
  readonly deployment: Deployment;
  /** One of the test's own, on an engine and with a data folder that nobody else uses. */
  another(options?: DeploymentOptions): Promise<Deployment>;
}

export interface Findings {
  /** What was done, in sentences with numbers. */
  readonly done: readonly string[];
  readonly figures: readonly Figure[];
}

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit?: string;
  readonly limit: { readonly atMost: number } | { readonly atLeast: number };
  /** By a clock on the wall: a busy computer lengthens it, so that no test of `npm test` holds it. */
  readonly timed?: boolean;
}

export function isReached({ limit, value }: Figure): boolean {
  return 'atMost' in limit ? value <= limit.atMost : value >= limit.atLeast;
}

/** So much of a figure, at least `least`. */
export function part(figure: number, scale: number, least = 1): number {
  return Math.max(least, Math.round(figure * scale));
}

/** The value below which `share` of the values lie; not a number without any. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

/** Waits, in a test that works with a real server on a real clock. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
