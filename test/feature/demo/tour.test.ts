import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';

/** Each scene of the tour by the command as it is shown, and something of its real answer. */
const SHOWN: readonly (readonly [string, RegExp])[] = [
  ['fleet auth login --base-url "$URL" --key-file "$KEYFILE"', /scope +fleet:admin/],
  ['fleet status', /waiting +1\n +running +1[\s\S]*Triage #42/],
  ['fleet cloud list-machines', /mini-04 +offline[\s\S]*lab-03 +degraded[\s\S]*edge-02 +online/],
  ['fleet inbox --no-input', /Triage #42 Checkout times out/],
  ['fleet job answer "$JOB" high', /triaged and labelled/],
  ['fleet job follow "$RUN"', /state +done\nheadline +Ready to deploy/],
  ['fleet job logs "$JOB"', /Decision: high[\s\S]*Customers cannot pay\./],
  ['fleet skill push lab-03 --dir "$SKILLS" --yes', /lab-03: hello created/],
  ["fleet each --machine '*'", /2 machines: 2 done\./],
  ['fleet cloud run-skill edge-02 disk-usage', /observe mode[\s\S]*exit code 5/],
  [
    "fleet secret new build-01 DEPLOY_SECRET -- sh -c '",
    /DEPLOY_SECRET of build-01 \(mac_\w+\) was passed to the command/,
  ],
  ['fleet mcp install --client cursor --print', /"mcpServers"/],
];

test('the demonstration runs real commands to their ends and leaves nothing behind', async () => {
  proves('UI-setup-demo', 'DEMO-tour');
  const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('fleet-demo-'));
  const before = folders();
  const { code, stdout, stderr } = await runFleet(['demo'], { timeoutMs: 110_000 });
  const output = `${stdout}\n${stderr}`;
  expect([code, output.includes('Error')]).toEqual([0, false]);
  let at = 0;
  for (const [command, answer] of SHOWN) {
    const place = stdout.indexOf(`\n$ ${command}`, at);
    expect(place, command).toBeGreaterThanOrEqual(0);
    at = place;
    expect(output, command).toMatch(answer);
  }
  expect(stdout.match(/^# /gm)).toHaveLength(12);
  expect(output.split('\n').length).toBeLessThanOrEqual(120);
  expect(stdout.slice(stdout.lastIndexOf('\n\n'))).toMatch(
    /^\n\nNext\n(.+fleet on your path.+\n)? {2}fleet machine init/,
  );
  expect(folders()).toEqual(before);
}, 120_000);
