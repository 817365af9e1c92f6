// Kills `fleet secret` with SIGKILL at every step of its journal and of the wire, in seeded runs
// against the real server and machine: `npm run prove -- secrets [COUNT] [FIRST_SEED]`. The report goes
// to dist/prove/secrets.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../check/tree.ts';
import { manyRuns, tally } from './secrets/many-runs.ts';
import { planOf } from './secrets/plan.ts';

const AT_ONCE = 4;

const [count = 500, first = 1] = process.argv.slice(2).map(Number);
const startedAt = performance.now();
let done = 0;
const results = await manyRuns({
  first,
  count,
  atOnce: AT_ONCE,
  done({ faults, seed }) {
    done += 1;
    for (const fault of faults) process.stdout.write(`seed ${seed}: ${fault}\n`);
    if (done % 50 === 0) process.stdout.write(`${done} runs\n`);
  },
});
const faults = results.flatMap((result) =>
  result.faults.map((fault) => ({ seed: result.seed, fault })),
);
const report = {
  runs: results.length,
  first_seed: first,
  seconds: Math.round((performance.now() - startedAt) / 1000),
  kills: results.reduce((sum, { killedIn }) => sum + killedIn.length, 0),
  killed_in: tally(results.flatMap(({ killedIn }) => killedIn)),
  sinks: tally(results.map(({ seed }) => planOf(seed).sink)),
  outcomes: tally(results.map(({ outcome }) => outcome)),
  faults,
};
mkdirSync(join(ROOT, 'dist/prove'), { recursive: true });
writeFileSync(join(ROOT, 'dist/prove/secrets.json'), `${JSON.stringify(report, null, 2)}\n`);
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
// What was held on the wire is still open.
process.exit();
