import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';

/** Each command of the tour as it is shown, and something of its real answer. */
const SHOWN: readonly (readonly [string, RegExp])[] = [
  ['fleet auth login --base-url "$URL" --key-file "$KEYFILE"', /storage +file/],
  ['fleet cloud', /cancel_job +destructive +fleet:run +true/],
  ['fleet status', /last_24_hours/],
  ['fleet cloud list-machines', /build-01[^\n]*online[^\n]*control/],
  ["fleet cloud run-skill build-01 deploy-check --payload '", /state +done/],
  ["fleet cloud run-skill build-01 triage-issue --payload '", /exit code 10/],
  ['fleet inbox --no-input', /triage-issue/],
  ['fleet job answer "$JOB" high', /triaged and labelled/],
  ['fleet cloud get-job "$JOB" -o yaml', /answer: |-\n\s+high\n\s+Customers/],
  ['fleet cloud run-skill edge-02 disk-usage', /observe mode[\s\S]*exit code 5/],
  ['fleet job logs "$JOB"', /Decision: high[\s\S]*Customers cannot pay\./],
  [
    "fleet secret new build-01 DEPLOY_SECRET -- sh -c '",
    /DEPLOY_SECRET of build-01 \(mac_\w+\) was passed to the command/,
  ],
  ['fleet secret new build-01 DEPLOY_SECRET -- true', /build-01 has DEPLOY_SECRET already/],
  ['fleet cloud list-jobs --limit 1 --all', /"triage-issue"[\s\S]*"deploy-check"/],
  ["fleet mcp --read-only <<'END'\n{", /"protocolVersion":"2025-11-25"[\s\S]*"structuredContent"/],
];

test('the demonstration runs real commands to their ends and leaves nothing behind', async () => {
  proves('UI-setup-demo');
  const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('fleet-demo-'));
  const before = folders();
  const { code, stdout, stderr } = await runFleet(['demo'], { timeoutMs: 60_000 });
  const output = `${stdout}\n${stderr}`;
  expect([code, output.includes('Error')]).toEqual([0, false]);
  let at = 0;
  for (const [command, answer] of SHOWN) {
    const place = stdout.indexOf(`\n$ ${command}`, at);
    expect(place, command).toBeGreaterThanOrEqual(0);
    at = place;
    expect(output, command).toMatch(answer);
  }
  expect(folders()).toEqual(before);
}, 70_000);
