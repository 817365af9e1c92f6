import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { startFixtureEndpoint } from '../../../support/mcp-conformance/endpoint.ts';
import { proves } from '../../../support/proves.ts';
import { NOT_APPLICABLE_2025_11_25, NOT_APPLICABLE_2026_07_28 } from './not-applicable.ts';

const SUITE = fileURLToPath(
  new URL(
    '../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
    import.meta.url,
  ),
);

/** Runs the suite's scenarios of a revision against `url`; gives its exit code and report. */
async function runSuite(url: string, revision: string, expectedFailures: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-conformance-'));
  const expected = join(folder, 'expected.yaml');
  await writeFile(expected, stringify({ server: expectedFailures }));
  const args = [SUITE, 'server', '--url', url, '--requirements', revision];
  const options = ['--expected-failures', expected, '-o', join(folder, 'results')];
  return new Promise<{ code: unknown; report: string }>((resolve) => {
    execFile(
      process.execPath,
      [...args, ...options],
      { maxBuffer: 64 * 1024 * 1024, cwd: folder },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, report: stdout + stderr }),
    );
  });
}

const REVISIONS = [
  ['2025-11-25', NOT_APPLICABLE_2025_11_25],
  ['2026-07-28', NOT_APPLICABLE_2026_07_28],
] as const;

test.each(REVISIONS)(
  'every scenario of %s that applies to a tools-only server passes',
  async (revision, notApplicable) => {
    proves('MCP-legacy-version', 'MCP-modern-version', 'MCP-host-origin');
    const url = await startFixtureEndpoint();
    const { code, report } = await runSuite(url, revision, Object.keys(notApplicable));
    expect(report).toContain('tools-call-simple-text: 2 passed, 0 failed');
    expect([code, report.split('Unexpected failures')[1]]).toEqual([0, undefined]);
  },
  60_000,
);

test('the suite notices an endpoint that fails', async () => {
  const [url, missing] = [await startFixtureEndpoint(), NOT_APPLICABLE_2026_07_28];
  const expected = Object.keys(missing).filter((name) => name !== 'prompts-list');
  const { code, report } = await runSuite(url, '2026-07-28', expected);
  expect(code).toBe(1);
  expect(report.split('Unexpected failures (not in baseline)')[1]).toContain('prompts-list');
}, 60_000);
