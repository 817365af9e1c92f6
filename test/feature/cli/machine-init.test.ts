import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeCloud, TOKEN } from '../../support/machine/fake-cloud.ts';
import { isOver } from '../../support/machine/read-jobs.ts';
import { proves } from '../../support/proves.ts';
import { runFleet, startFleet } from '../../support/run-fleet.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

/** Every setting of fleet.yaml. */
const SETTINGS = [
  ...['mode', 'allow', 'deny', 'max_running_jobs', 'run_as', 'limits', 'webhook_hosts'],
  ...['wait_seconds', 'output_bytes_max', 'jobs_kept', 'checks', 'runners', 'repositories'],
];

test('machine init writes a machine whose skill runs, says what to type next, and keeps what is there', async () => {
  proves('FIRST-machine-init', 'FIRST-broken-skill', 'FIRST-terminal');
  const cwd = newTemporaryFolder();
  const { code, stderr, stdout } = await runFleet(['machine', 'init', 'my machine'], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    'Wrote my machine/fleet.yaml',
    'Wrote my machine/skills/hello/SKILL.md',
  ]);
  expect(stdout).toContain("fleet admin machine pair --name 'my machine'");
  expect(stdout).toContain("--token-out 'my machine/token'");
  expect(stdout).toContain("  fleet machine --folder 'my machine'\n");
  const config = readFileSync(join(cwd, 'my machine/fleet.yaml'), 'utf8');
  for (const name of SETTINGS) expect(config).toMatch(new RegExp(`^(# )?${name}:`, 'm'));

  writeFileSync(join(cwd, 'my machine/fleet.yaml'), 'mode: control\nwait_seconds: 1\n');
  const again = await runFleet(['machine', 'init', 'my machine'], { cwd });
  expect(again.stdout).toContain('Kept my machine/fleet.yaml, which was there\n');
  expect(again.stdout).not.toContain('SKILL.md\n');

  const cloud = await startFakeCloud();
  writeFileSync(join(cwd, 'token'), TOKEN);
  const machine = startFleet(
    ['machine', '--base-url', cloud.baseUrl, '--folder', 'my machine', '--token-file', 'token'],
    { cwd },
  );
  onTestFinished(() => void machine.kill('SIGTERM'));
  let terminal = '';
  machine.stderr.on('data', (bytes: Buffer) => {
    terminal += bytes.toString();
  });
  const job = await cloud.job(await cloud.run('hello', { payload: { who: 'Ada' } }), isOver);
  expect(job).toMatchObject({
    title: 'Hello Ada',
    status: 'succeeded',
    headline: expect.stringMatching(/^Hello from /),
    progress: { message: 'Looking around' },
  });
  writeFileSync(join(cwd, 'my machine/skills/hello/SKILL.md'), '---\nname: hello\n---\n');
  await expect
    .poll(() => terminal)
    .toContain('skills/hello/SKILL.md does not load: line 2: description: is missing');
  expect(terminal).toContain(`job ${job.machine_job_id} of skill hello started`);
  mkdirSync(join(cwd, 'my machine/skills/\u001b[2Jx'));
  await expect.poll(() => terminal).toContain('skills/x/SKILL.md does not load');
  expect(terminal).not.toContain('\u001b');

  // Its terminal is closed while a job runs.
  const long =
    '---\nname: hello\ndescription: Takes long\nfleet:\n  runner: shell\n---\n```sh\nsleep 600\n```\n';
  writeFileSync(join(cwd, 'my machine/skills/hello/SKILL.md'), long);
  const running = await cloud.run('hello');
  await cloud.job(running, ({ status }) => status === 'running');
  machine.stdout.destroy();
  machine.stderr.destroy();
  const gone = once(machine, 'exit');
  machine.kill('SIGHUP');
  const stopped = await cloud.job(running, isOver);
  expect(stopped).toMatchObject({ status: 'failed', failure: { kind: 'machine_stopped' } });
  await gone;
});

test('help skills names what a skill can say, what it gets and what it gives back', async () => {
  proves('FIRST-help-skills');
  const { code, stdout } = await runFleet(['help', 'skills']);
  expect(code).toBe(0);
  for (const word of [
    ...['skills/<skill>/SKILL.md', 'timeout_seconds', 'title', 'model', 'cron', '/hooks/<skill>'],
    ...['hub_signature', 'standard_webhooks', 'svix-signature', 'state/secrets.json', 'when'],
    ...['FLEET_PAYLOAD_FILE', 'FLEET_EVENT_FILE', 'FLEET_RESULT_FILE', 'FLEET_COMMANDS_FILE'],
    ...['FLEET_ANSWER_FILE', 'FLEET_SESSION', 'FLEET_MODEL', '::progress', 'mode: control'],
    ...['"link"', '"ask"', '"spend"', '"finish"', '"fail"', '"session"', 'resume'],
  ]) {
    expect(stdout).toContain(word);
  }
  expect(stdout).toMatch(/test,\s+delivery$/m);
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});
