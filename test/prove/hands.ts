// `fleet each` and `fleet skill push`, half of the runs each, behind a proxy that cuts, delays and doubles,
// in seeded runs against the real server, whose database says what was so:
// `npm run prove -- hands [COUNT] [FIRST_SEED]`. The report goes to dist/prove/hands.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../check/tree.ts';
import { manyHandsRuns } from './hands/many-runs.ts';
import { tally } from './secrets/many-runs.ts';

const AT_ONCE = 32;

const [count = 2000, first = 1] = process.argv.slice(2).map(Number);
const startedAt = performance.now();
let done = 0;
const results = await manyHandsRuns({
  first,
  count,
  atOnce: AT_ONCE,
  done({ faults, seed }) {
    done += 1;
    for (const fault of faults) process.stdout.write(`seed ${seed}: ${fault}\n`);
    if (done % 200 === 0) process.stdout.write(`${done} runs\n`);
  },
});
const faults = results.flatMap((result) =>
  result.faults.map((fault) => ({ seed: result.seed, fault })),
);
const report = {
  runs: results.length,
  first_seed: first,
  seconds: Math.round((performance.now() - startedAt) / 1000),
  rounds: results.reduce((sum, { rounds }) => sum + rounds, 0),
  results: tally(results.flatMap((result) => result.results)),
  runs_that_met: tally(results.flatMap(({ met }) => met)),
  faults,
};
mkdirSync(join(ROOT, 'dist/prove'), { recursive: true });
writeFileSync(join(ROOT, 'dist/prove/hands.json'), `${JSON.stringify(report, null, 2)}\n`);
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
// What was delayed on the way is still open.
process.exit();
