import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../check/tree.ts';
import { proves } from '../proves.ts';
import { closingLine, isGood } from './closing-line.ts';

proves('UI-setup-test');

test('the closing line names skips and their reasons only where there are some', () => {
  expect(closingLine({ passed: 12, failed: 0, skipped: [] })).toBe('12 passed, 0 failed');
  const skipped = ['no PostgreSQL', 'no keychain service', 'no PostgreSQL'];
  expect(closingLine({ passed: 1, failed: 2, skipped })).toBe(
    '1 passed, 2 failed, 3 skipped (no PostgreSQL, no keychain service)',
  );
});

test('a run is good without failures; where everything is required, without skips too', () => {
  expect(isGood({ passed: 1, failed: 0, skipped: [] }, true)).toBe(true);
  expect(isGood({ passed: 1, failed: 1, skipped: [] }, false)).toBe(false);
  expect(isGood({ passed: 1, failed: 0, skipped: ['no PostgreSQL'] }, false)).toBe(true);
  expect(isGood({ passed: 1, failed: 0, skipped: ['no PostgreSQL'] }, true)).toBe(false);
  expect(isGood({ passed: 0, failed: 0, skipped: [] }, false)).toBe(false);
});

/** The last line and the exit code of `test/run.ts` on a suite of one file. */
function runSuite(body: string, environment: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-suite-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'test'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const text = `import { expect, test } from 'vitest';\n${body}\n`;
  writeFileSync(join(folder, 'test', 'one.test.ts'), text);
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(ROOT, 'test/run.ts'), '--root', folder],
    { encoding: 'utf8', env: { ...process.env, FLEET_TEST_REQUIRE: '', ...environment } },
  );
  return { last: stdout.trimEnd().split('\n').at(-1), status };
}

const PASSING = "test('good', () => expect(1 + 1).toBe(2));";
const FAILING = "test('bad', () => expect(1 + 1).toBe(3));";
const SKIPPING = "test('away', ({ skip }) => skip('no PostgreSQL'));";

test('npm test ends with the closing line and an exit code that agrees', () => {
  expect(runSuite(PASSING)).toEqual({ last: '1 passed, 0 failed', status: 0 });
  expect(runSuite(PASSING + FAILING)).toEqual({ last: '1 passed, 1 failed', status: 1 });
  expect(runSuite(`${PASSING}throw new Error('broken file');`)).toMatchObject({ status: 1 });
  const skipped = { last: '1 passed, 0 failed, 1 skipped (no PostgreSQL)', status: 0 };
  expect(runSuite(PASSING + SKIPPING)).toEqual(skipped);
  const required = runSuite(PASSING + SKIPPING, { FLEET_TEST_REQUIRE: 'all' });
  expect(required).toEqual({ ...skipped, status: 1 });
}, 120_000);
