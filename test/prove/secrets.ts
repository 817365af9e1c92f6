// Kills `fleet secret` with SIGKILL at every step of its journal and of the wire, in seeded runs
// against the real server and machine: `npm run prove -- secrets [COUNT] [FIRST_SEED]`. The report goes
// to dist/prove/secrets.json.
import { manyRuns } from './secrets/many-runs.ts';
import { planOf } from './secrets/plan.ts';
import { proveSeeds, tally } from './seeded-runs.ts';

const AT_ONCE = 4;

const [count = 500, first = 1] = process.argv.slice(2).map(Number);
process.exitCode = await proveSeeds({
  name: 'secrets',
  runs: { first, count, atOnce: AT_ONCE },
  lineEvery: 50,
  play: manyRuns,
  summary: (results) => ({
    kills: results.reduce((sum, { killedIn }) => sum + killedIn.length, 0),
    killed_in: tally(results.flatMap(({ killedIn }) => killedIn)),
    sinks: tally(results.map(({ seed }) => planOf(seed).sink)),
    outcomes: tally(results.map(({ outcome }) => outcome)),
  }),
});
// What was held on the wire is still open.
process.exit();
