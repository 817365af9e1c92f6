// The ten reliability tests of the service, on SQLite with one server and on PostgreSQL with three:
// `npm run prove -- service [--full] [--folder DIR] [--seed N] [--only 1,4] [--engine sqlite] [--scale S] [--busy]`.
// Without --full each is run at a tenth of its figure, or the share that --scale says; --full goes on where an
// earlier one with the same folder and seed was stopped. What is below its figure makes the exit code 1; with
// --busy, for a computer that does other things meanwhile, figures by the clock are shown and do not count.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { postgresPrograms } from '../support/postgres/cluster.ts';
import { closeDeployments, type Engine } from './service/deployment.ts';
import { openProgress } from './service/progress.ts';
import type { Proof } from './service/proof.ts';
import { PROOFS } from './service/proofs.ts';
import { block, type Clocks, isBelow, type SliceResult, worst } from './service/report.ts';
import { runSlice } from './service/run-slice.ts';

const SLICES = 10;
const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    folder: { type: 'string', default: join(tmpdir(), 'fleet-prove-service') },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    engine: { type: 'string' },
    scale: { type: 'string', default: '0.1' },
    busy: { type: 'boolean', default: false },
  },
});
const firstSeed = Number(values.seed);
const share = values.full ? 1 / SLICES : Number(values.scale);
const clocks: Clocks = values.busy ? 'shown' : 'counted';
const progress = values.full ? openProgress(values.folder, `full-${firstSeed}`) : undefined;
if (progress !== undefined) process.stdout.write(`Progress is kept in ${progress.path}\n\n`);
if (!Number.isSafeInteger(firstSeed)) fail('--seed', values.seed, 'a whole number');
if (!(share > 0 && share <= 1)) fail('--scale', values.scale, 'a number above 0, at most 1');
if (postgresPrograms() === undefined) fail('PATH', '', 'initdb and postgres of PostgreSQL');

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void closeDeployments().finally(() => process.exit(1)));
}

let below = 0;
for (const proof of chosenProofs()) {
  for (const engine of chosenEngines()) {
    const slices = await run(proof, engine);
    process.stdout.write(`${block({ proof, engine, clocks }, slices)}\n`);
    below += worst(slices).filter((figure) => isBelow(figure, clocks)).length;
  }
}
process.stdout.write(below === 0 ? 'Nothing is below its figure.\n' : `${below} below.\n`);
// Connections that nobody uses any more are still open.
process.exit(below === 0 ? 0 : 1);

async function run(proof: Proof, engine: Engine): Promise<readonly SliceResult[]> {
  const isWhole = values.full && proof.whole === true;
  const count = values.full && !isWhole ? SLICES : 1;
  const results: SliceResult[] = [];
  for (let slice = 0; slice < count; slice += 1) {
    const place = { engine, slice, seed: firstSeed + slice };
    const known = progress?.find({ ...place, test: proof.number });
    const result = known ?? (await runSlice(proof, { ...place, scale: isWhole ? 1 : share }));
    if (known === undefined) progress?.add(result);
    results.push(result);
  }
  return results;
}

function chosenProofs(): readonly Proof[] {
  const { only } = values;
  if (only === undefined) return PROOFS;
  const numbers = only.split(',').map(Number);
  const chosen = PROOFS.filter(({ number }) => numbers.includes(number));
  if (chosen.length !== numbers.length) fail('--only', only, 'numbers from 1 to 10');
  return chosen;
}

function chosenEngines(): readonly Engine[] {
  const { engine } = values;
  const chosen = ENGINES.filter((known) => engine === undefined || known === engine);
  if (chosen.length === 0) fail('--engine', engine ?? '', ENGINES.join(' or '));
  return chosen;
}

function fail(name: string, value: string, allowed: string): never {
  process.stderr.write(`${name} is ${JSON.stringify(value)}; needed is ${allowed}\n`);
  process.exit(2);
}
