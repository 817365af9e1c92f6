import type { Engine } from './deployment.ts';
import { type Figure, type Findings, isReached, type Proof } from './proof.ts';

/** Whether figures by a clock on the wall count: on a busy computer they say nothing of the server. */
export type Clocks = 'counted' | 'shown';

/** What one run of a test on an engine came to; written down as it is, and read again to resume. */
export interface SliceResult extends Findings {
  readonly test: number;
  readonly engine: Engine;
  readonly slice: number;
  readonly seed: number;
  readonly seconds: number;
}

/** The block of a test on an engine: what was done, and each figure with its limit. */
export function block(
  { proof, engine, clocks }: { proof: Proof; engine: Engine; clocks: Clocks },
  slices: readonly SliceResult[],
): string {
  const [first] = slices;
  const seeds = slices.map(({ seed }) => seed).join(', ');
  const seconds = slices.reduce((sum, slice) => sum + slice.seconds, 0);
  const done = slices.length > 1 ? [`${slices.length} slices, the worst figure of each.`] : [];
  const lines = [...done, ...(first?.done ?? [])].map((text) => `   ${text}`);
  const figures = worst(slices).map((figure) => line(figure, clocks));
  const head = `${proof.number}. ${proof.title} — ${engine} (seed ${seeds}, ${seconds} s)`;
  return [head, ...lines, ...figures, ''].join('\n');
}

/** Of each figure the worst value of the slices. */
export function worst(slices: readonly SliceResult[]): readonly Figure[] {
  const byName = new Map<string, Figure>();
  for (const figure of slices.flatMap(({ figures }) => figures)) {
    const known = byName.get(figure.name);
    if (known === undefined || isWorse(figure, known)) byName.set(figure.name, figure);
  }
  return [...byName.values()];
}

function isWorse(figure: Figure, than: Figure): boolean {
  if (!Number.isFinite(than.value)) return false;
  if (!Number.isFinite(figure.value)) return true;
  return 'atMost' in figure.limit ? figure.value > than.value : figure.value < than.value;
}

/** Whether a figure is below its limit, and counts. */
export function isBelow(figure: Figure, clocks: Clocks): boolean {
  return !isReached(figure) && (clocks === 'counted' || figure.timed !== true);
}

function line(figure: Figure, clocks: Clocks): string {
  const { limit, name, unit = '', value } = figure;
  const bound = 'atMost' in limit ? `at most ${limit.atMost}` : `at least ${limit.atLeast}`;
  const shown = `${rounded(value)} ${unit}`.trimEnd();
  const verdict = isReached(figure) ? 'passed' : isBelow(figure, clocks) ? 'BELOW' : 'not counted';
  const clock = figure.timed === true ? ' (by the clock)' : '';
  return `   ${name.padEnd(58)} ${shown.padStart(12)}   ${bound.padEnd(16)} ${verdict}${clock}`;
}

function rounded(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(3)));
}
