import type { Engine } from './deployment.ts';
import { type Figure, type Findings, isReached, type Proof } from './proof.ts';

/** What one run of a test on an engine came to; written down as it is, and read again to resume. */
export interface SliceResult extends Findings {
  readonly test: number;
  readonly engine: Engine;
  readonly slice: number;
  readonly seed: number;
  readonly seconds: number;
}

/** The block of a test on an engine: what was done, and each figure with its limit. */
export function block(proof: Proof, engine: Engine, slices: readonly SliceResult[]): string {
  const [first] = slices;
  const seeds = slices.map(({ seed }) => seed).join(', ');
  const seconds = slices.reduce((sum, slice) => sum + slice.seconds, 0);
  const done = slices.length > 1 ? [`${slices.length} slices, the worst figure of each.`] : [];
  const lines = [...done, ...(first?.done ?? [])].map((text) => `   ${text}`);
  const figures = worst(slices).map(line);
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

function line(figure: Figure): string {
  const { limit, name, unit = '', value } = figure;
  const bound = 'atMost' in limit ? `at most ${limit.atMost}` : `at least ${limit.atLeast}`;
  const shown = `${rounded(value)} ${unit}`.trimEnd();
  const verdict = isReached(figure) ? 'passed' : 'BELOW';
  return `   ${name.padEnd(58)} ${shown.padStart(12)}   ${bound.padEnd(16)} ${verdict}`;
}

function rounded(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(3)));
}
