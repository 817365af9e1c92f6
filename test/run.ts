// The whole test suite: `npm test`. Further arguments go to vitest: `npm test -- test/flags -t enum`.
import { parseCLI, startVitest } from 'vitest/node';
import { ClosingLine, closingLine, isGood } from './support/setup/closing-line.ts';

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const closing = new ClosingLine();
const vitest = await startVitest(filter, {
  ...options,
  watch: false,
  reporters: ['default', closing],
});
await vitest.close();
process.stdout.write(`${closingLine(closing.tally)}\n`);
const requireAll = process.env['FLEET_TEST_REQUIRE'] === 'all';
process.exitCode = isGood(closing.tally, requireAll) ? 0 : 1;
