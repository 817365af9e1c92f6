import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { NOT_APPLICABLE } from './not-applicable.ts';

const SUITE = fileURLToPath(
  new URL(
    '../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
    import.meta.url,
  ),
);
const DRIVER = fileURLToPath(new URL('./driver.ts', import.meta.url));

const APPLICABLE = [
  ['initialize', '2025-11-25', 1],
  ['tools_call', '2025-11-25', 2],
  ['json-schema-2020-12-preservation', '2025-11-25', 9],
  ['tools_call', '2026-07-28', 2],
  ['http-standard-headers', '2026-07-28', 3],
  ['http-custom-headers', '2026-07-28', 18],
  ['http-invalid-tool-headers', '2026-07-28', 12],
  ['request-metadata', '2026-07-28', 5],
  ['sep-2322-client-request-state', '2026-07-28', 5],
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
  const run: readonly string[] = APPLICABLE.map(([name]) => name);
  expect(scenarios.toSorted()).toEqual(
    [...new Set(run), ...Object.keys(NOT_APPLICABLE)].toSorted(),
  );
});

test('the suite notices a client that fails', async () => {
  const { code, report } = await run('sse-retry', '2025-11-25');
  expect(code).toBe(1);
  expect(report).toContain('client-sse-graceful-reconnect');
}, 40_000);
