import { expect, test } from 'vitest';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

/** A value that a patch may set stands by its anchor in a setting of the policy too. */
const REPEATED: readonly (readonly [
  config: string,
  patch: Record<string, unknown>,
  setting: string,
])[] = [
  ['wait_seconds: &w 25\nlimits: { seconds: *w }\n', { set: { wait_seconds: 55 } }, 'limits'],
  [
    'max_running_jobs: &n 16\nlimits:\n  processes: *n\n',
    { set: { max_running_jobs: 64 } },
    'limits',
  ],
  [
    'max_running_jobs: &n 20\njobs_kept: &n 30\nlimits: { seconds: *n }\n',
    { unset: ['jobs_kept'] },
    'limits',
  ],
  [
    'checks:\n  - { name: &u nobody, state: ok, message: fine }\nrun_as: *u\n',
    { set: { 'checks.0.name': 'root' } },
    'run_as',
  ],
  [
    'runners:\n  agent_a: { command: [./agent], ready: true, detail: &d ./agent }\n  agent_b: { command: [*d] }\n',
    { set: { 'runners.agent_a.detail': 'sh' } },
    'runners',
  ],
];

test.each(REPEATED)(
  'config.patch does not change the policy by an anchor: %j, %j',
  async (lines, patch, setting) => {
    proves('MACHINE-policy-anchors');
    const config = `mode: control\n${lines}`;
    const { cloud, file } = await startTestMachine({ config });
    const { error } = await cloud.send('config.patch', patch);
    expect(error).toEqual({
      code: 'denied_by_machine',
      message: `${setting} would change too, which repeats a value that the patch changes; it is part of the machine's own policy and can only be changed in its fleet.yaml`,
    });
    expect(await file('fleet.yaml')).toBe(config);
  },
);

test('config.patch changes a value that only other settings repeat, and the readiness of a runner', async () => {
  proves('MACHINE-policy-anchors');
  const { cloud, file } = await startTestMachine({
    config:
      'mode: control\nrepositories:\n  - { name: &n a, url: *n }\nrunners:\n  shell: { ready: false }\n',
  });
  const set = {
    'repositories.0.name': 'b',
    'runners.shell.ready': true,
    'runners.agent_a.ready': true,
  };
  expect((await cloud.send('config.patch', { set })).error).toBe(null);
  expect(await file('fleet.yaml')).toBe(
    'mode: control\nrepositories:\n  - { name: &n b, url: *n }\nrunners:\n  shell: { ready: true }\n  agent_a:\n    ready: true\n',
  );
});

test.each([
  [
    'wait_seconds: &w 25\njobs_kept: *w\n',
    { unset: ['wait_seconds'] },
    'line 3: *w has no &w above it',
  ],
  [
    'wait_seconds: 25\n',
    { set: { 'wait_seconds.x': 1 } },
    'wait_seconds.x: wait_seconds is neither',
  ],
  ['wait_seconds: 25\n', { unset: ['wait_seconds.x'] }, 'wait_seconds.x: wait_seconds is neither'],
  ['allow: &l []\nchecks: *l\n', { set: { 'checks.0': {} } }, 'checks.0: checks is neither'],
])('config.patch says what of %j it cannot change by %j', async (lines, patch, problem) => {
  const { cloud } = await startTestMachine({ config: `mode: control\n${lines}` });
  const { error } = await cloud.send('config.patch', patch);
  expect(error?.code).toBe('invalid_config');
  expect(error?.message).toContain(problem);
});

test('config.patch takes out nothing where nothing is', async () => {
  const { cloud, file } = await startTestMachine({ config: 'mode: control\n' });
  const unset = ['checks.0.name', 'repositories'];
  expect((await cloud.send('config.patch', { unset })).error).toBe(null);
  expect(await file('fleet.yaml')).toBe('mode: control\n');
});
