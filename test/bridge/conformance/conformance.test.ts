import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { NOT_APPLICABLE, NOT_APPLICABLE_FAMILIES } from './not-applicable.ts';

const SUITE = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);
const DRIVER = fileURLToPath(new URL('./driver.ts', import.meta.url));

const APPLICABLE = [
  ['tools_call', '2025-11-25', 2],
  ['json-schema-2020-12-preservation', '2025-11-25', 9],
  ['tools_call', '2026-07-28', 2],
  ['http-standard-headers', '2026-07-28', 3],
  ['json-schema-ref-no-deref', '2026-07-28', 1],
  ['json-schema-2020-12-preservation', '2026-07-28', 9],
] as const;

function suite(...args: readonly string[]): Promise<{ code: unknown; report: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [SUITE, ...args], (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, report: stdout + stderr });
    });
  });
}

const run = (scenario: string, revision: string) =>
  suite(
    ...['client', '--command', `${process.execPath} ${DRIVER}`],
    ...['--scenario', scenario, '--spec-version', revision],
  );

test.each(APPLICABLE)(
  '%s of %s passes through the bridge',
  async (scenario, revision, checks) => {
    const { code, report } = await run(scenario, revision);
    expect(report).toContain(`Passed: ${checks}/${checks}, 0 failed, 0 warnings`);
    expect(code).toBe(0);
  },
  40_000,
);

test('every scenario of the suite is run, or listed with the reason why not', async () => {
  const { report } = await suite('list', '--client');
  const scenarios = [...report.matchAll(/^ {2}- (\S+) \[/gm)].map(([, name = '']) => name);
  expect(scenarios.length).toBeGreaterThan(40);
  const isListed = (name: string): boolean =>
    Object.hasOwn(NOT_APPLICABLE, name) ||
    Object.keys(NOT_APPLICABLE_FAMILIES).some((start) => name.startsWith(start));
  const run: readonly string[] = APPLICABLE.map(([name]) => name);
  expect(scenarios.filter((name) => run.includes(name) === isListed(name))).toEqual([]);
});

test('the suite notices a client that fails', async () => {
  const { code, report } = await run('http-custom-headers', '2026-07-28');
  expect(code).toBe(1);
  expect(report).toContain('Mcp-Param-Region');
}, 40_000);
