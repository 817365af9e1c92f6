// `fleet each` and `fleet skill push`, half of the runs each, behind a proxy that cuts, delays and doubles,
// in seeded runs against the real server, whose database says what was so:
// `npm run prove -- hands [COUNT] [FIRST_SEED]`. The report goes to dist/prove/hands.json.
import { manyHandsRuns } from './hands/many-runs.ts';
import { proveSeeds, tally } from './seeded-runs.ts';

const AT_ONCE = 32;

const [count = 2000, first = 1] = process.argv.slice(2).map(Number);
process.exitCode = await proveSeeds({
  name: 'hands',
  runs: { first, count, atOnce: AT_ONCE },
  lineEvery: 200,
  play: manyHandsRuns,
  summary: (results) => ({
    rounds: results.reduce((sum, { rounds }) => sum + rounds, 0),
    results: tally(results.flatMap((result) => result.results)),
    runs_that_met: tally(results.flatMap(({ met }) => met)),
  }),
});
// What was delayed on the way is still open.
process.exit();
