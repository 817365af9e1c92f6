// Tests of the service once more, on PostgreSQL: `npm run prove -- postgres [FILE…]`.
import { parseCLI, startVitest } from 'vitest/node';
import { ROOT } from '../check/tree.ts';
import { ClosingLine, closingLine, isGood } from '../support/setup/closing-line.ts';
import { EVERY_FILE, ONCE_A_RUN } from '../support/setup/every-file.ts';

const { filter } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const closing = new ClosingLine();
const vitest = await startVitest(filter, {
  ...EVERY_FILE,
  config: false,
  root: ROOT,
  include: ['test/prove/postgres/*.proof.ts'],
  globalSetup: ONCE_A_RUN,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  isolate: false,
  maxWorkers: 3,
  // A proof may run beside other work.
  testTimeout: 180_000,
  watch: false,
  reporters: ['default', closing],
});
await vitest.close();
process.stdout.write(`${closingLine(closing.tally)}\n`);
process.exitCode = isGood(closing.tally, true) ? 0 : 1;
