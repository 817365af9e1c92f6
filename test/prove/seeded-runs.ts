import { writeReport } from './findings.ts';

/** Which seeds are played, and how many of them at the same time. */
export interface SeededRuns<Result> {
  readonly first: number;
  readonly count: number;
  readonly atOnce: number;
  readonly done?: (result: Result) => void;
}

/** What every seeded run tells, beside what is its own. */
export interface SeededResult {
  readonly seed: number;
  readonly faults: readonly string[];
}

/** Plays each seed once, `atOnce` at a time; the results are in the order in which they ended. */
export async function playSeeds<Result>(
  { atOnce, count, done, first }: SeededRuns<Result>,
  play: (seed: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = first;
  const worker = async (): Promise<void> => {
    while (next < first + count) {
      const seed = next;
      next += 1;
      const result = await play(seed);
      results.push(result);
      done?.(result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

interface SeededProof<Result extends SeededResult> {
  /** The report's name in `dist/prove`. */
  readonly name: string;
  readonly runs: SeededRuns<Result>;
  /** A line is printed after so many. */
  readonly lineEvery: number;
  readonly play: (runs: SeededRuns<Result>) => Promise<readonly Result[]>;
  readonly summary: (results: readonly Result[]) => object;
}

/** Plays the runs, prints each fault as it is found and the report at the end, and gives the exit code. */
export async function proveSeeds<Result extends SeededResult>(
  proof: SeededProof<Result>,
): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  const done = ({ faults, seed }: SeededResult): void => {
    count += 1;
    for (const fault of faults) process.stdout.write(`seed ${seed}: ${fault}\n`);
    if (count % proof.lineEvery === 0) process.stdout.write(`${count} runs\n`);
  };
  const results = await proof.play({ ...proof.runs, done });
  const faults = results.flatMap((result) =>
    result.faults.map((fault) => ({ seed: result.seed, fault })),
  );
  const report = {
    runs: results.length,
    first_seed: proof.runs.first,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    ...proof.summary(results),
    faults,
  };
  writeReport(proof.name, report);
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  return faults.length === 0 ? 0 : 1;
}

/** How often each word occurs, most often first. */
export function tally(words: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a));
}
