import { expect, test } from 'vitest';
import {
  agentSettings,
  REVIEW,
  startWithAgent,
  tell,
} from '../../support/machine/agent-machine.ts';
import { fetchArtifact, isOver } from '../../support/machine/read-jobs.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

test('what a program writes that is no line of the file is named and skipped', async () => {
  proves('AGENT-bad-lines');
  const machine = await startWithAgent(
    [
      'echo not json >> "$FLEET_COMMANDS_FILE"',
      tell({ progress: { message: 'Half', percent: 200 } }),
      tell({ sleep: 5 }),
      tell({ session: '--dangerously-skip-permissions' }),
      `printf '{"finish": {"headline": "%070000d"}}\\n' 0 >> "$FLEET_COMMANDS_FILE"`,
      `printf '{"finish": {"headline": "the last has no line end"}}' >> "$FLEET_COMMANDS_FILE"`,
      'echo oops >&2',
    ].join('\n'),
  );
  const id = await machine.cloud.run('review');
  const job = await machine.cloud.job(id, isOver);
  expect(job).toMatchObject({ headline: 'the last has no line end', progress: null });
  expect(job.timeline.filter(({ kind }) => kind === 'problem')).toMatchObject([
    {
      message:
        'FLEET_COMMANDS_FILE: line 1 is not JSON; it is skipped (and 4 more, which its stderr names)',
    },
  ]);
  const named = 'fleet: FLEET_COMMANDS_FILE: line';
  expect((await fetchArtifact(machine, id, 'stderr')).content.split('\n')).toEqual([
    'oops',
    `${named} 1 is not JSON; it is skipped`,
    `${named} 2 progress.percent: Too big: expected number to be <=100; it is skipped`,
    `${named} 3 must be an object with one member of progress, link, ask, spend, fail, finish, session; it is skipped`,
    `${named} 4 session: must be an id; it is skipped`,
    `${named} 5 is longer than 65536 bytes; it is skipped`,
    '',
  ]);
  expect(machine.log.join('\n')).toContain('5 problems with FLEET_COMMANDS_FILE');
});

test.each([
  ['an option that is not offered', tell({ ask: { text: 'Deploy?', recommended: 'x' } }), 'ask.'],
  ['a member of another name', tell({ ask: { question: 'Deploy?' } }), 'ask.text'],
  ['a quote within', `echo '{"ask": {"text": "Fix "it"?"}}' >> "$FLEET_COMMANDS_FILE"`, 'not JSON'],
  [
    'double quotes that the shell took',
    `echo "{"ask":{"text":"Deploy?"}}" >> "$FLEET_COMMANDS_FILE"`,
    'not JSON',
  ],
  ['single quotes', `echo "{'fail': {'kind': 'x'}}" >> "$FLEET_COMMANDS_FILE"`, 'not JSON'],
  [
    'an end whose message has lines',
    `printf '{"finish": {"outcome": "not_done", "headline": "a\nb"}}\n' >> "$FLEET_COMMANDS_FILE"`,
    'not JSON',
  ],
  [
    'an end whose outcome stands behind such a message',
    `printf '{"finish": {"headline": "a\nb", "outcome": "not_done"}}\n' >> "$FLEET_COMMANDS_FILE"`,
    'not JSON',
  ],
  [
    'an end in several lines',
    `printf '{\\n "finish": {\\n "outcome": "not_done"\\n }\\n}\\n' >> "$FLEET_COMMANDS_FILE"`,
    'not JSON',
  ],
  ['several lines', `printf '{\\n  "ask": {}\\n}\\n' >> "$FLEET_COMMANDS_FILE"`, 'not JSON'],
  [
    'a line end that is missing before it',
    `printf '{"progress": {"message": "x"}}{"fail": {"kind": "x"}}' >> "$FLEET_COMMANDS_FILE"`,
    'not JSON',
  ],
  ['a list', tell([{ ask: { text: 'Deploy?' } }]), 'one member'],
  ['an end of one word', tell({ finish: 'not_done' }), 'finish'],
  ['too much', `printf '{"ask": {"text": "%070000d"}}' 0 >> "$FLEET_COMMANDS_FILE"`, 'longer'],
  ['a second member', tell({ progress: { message: 'x' }, ask: { text: 'Deploy?' } }), 'one member'],
  ['a failure without a kind', tell({ fail: { message: 'No access' } }), 'fail.kind'],
  ['an end of another word', tell({ finish: { headline: 'No', outcome: 'failed' } }), 'finish.'],
])('a question or a failure that cannot be read is no success: %s', async (_what, line, why) => {
  proves('AGENT-bad-end');
  const machine = await startWithAgent(line);
  const job = await machine.cloud.job(await machine.cloud.run('review'), isOver);
  expect(job).toMatchObject({
    status: 'failed',
    failure: { kind: 'commands_file', message: expect.stringContaining(why) },
  });
});

test('a question that can be read counts after one that cannot', async () => {
  proves('AGENT-bad-end');
  const asked = { ask: { text: 'Deploy?', wait: false } };
  const machine = await startWithAgent(`${tell({ ask: 'Deploy?' })}\n${tell(asked)}`);
  const job = await machine.cloud.job(await machine.cloud.run('review'), isOver);
  expect(job).toMatchObject({ outcome: 'needs_human', question: { text: 'Deploy?' } });
});

test.each([
  ['a link', 'ln -s /dev/zero "$FLEET_COMMANDS_FILE"', 'is no regular file any more'],
  ['a pipe', 'mkfifo "$FLEET_COMMANDS_FILE"', 'is no regular file any more'],
  ['nothing', ':', 'is no regular file any more'],
])('in place of the commands file, %s is refused', async (_what, script, why) => {
  proves('AGENT-file-bounds');
  const machine = await startWithAgent(`rm "$FLEET_COMMANDS_FILE"\n${script}\necho end`);
  const id = await machine.cloud.run('review');
  expect(await machine.cloud.job(id, isOver)).toMatchObject({
    status: 'failed',
    failure: { kind: 'commands_file', message: expect.stringContaining(why) },
  });
  expect((await fetchArtifact(machine, id, 'stderr')).content).toBe(
    `fleet: FLEET_COMMANDS_FILE: ${why}\n`,
  );
});

test('a program that is not there makes its runner not ready, and says which', async () => {
  proves('AGENT-ready');
  const { cloud } = await startTestMachine({
    config: agentSettings('{ command: [no-such-agent], resume: [sh] }'),
    skills: { review: REVIEW },
  });
  const why = 'no-such-agent is not on the PATH of the machine';
  expect((await cloud.send('runners.get', { refresh: true })).result).toMatchObject({
    runners: [{ name: 'agent_a', ready: false, detail: why }, {}, {}],
  });
  expect(await cloud.job(await cloud.run('review'), isOver)).toMatchObject({
    failure: { kind: 'runner_not_ready', message: why },
  });
});

test('a runner without a program is ready only for scripts, and a skill that nothing runs is named', async () => {
  proves('AGENT-ready');
  const script = REVIEW.replaceAll('agent_a', 'agent_b').replace(
    'runner: agent_b',
    'runner: agent_b\n  script: [{ progress: { message: working } }]',
  );
  const { cloud } = await startTestMachine({ skills: { review: REVIEW, scripted: script } });
  const without = 'fleet.yaml names no program';
  expect((await cloud.send('runners.get', { refresh: true })).result).toMatchObject({
    runners: [
      { name: 'agent_a', ready: false, detail: `${without}; a skill that names it fails` },
      { name: 'agent_b', ready: true, detail: `${without}; only skills with a script run` },
      {},
    ],
  });
  const health = (await cloud.send('health.get', { refresh: true })).result as Checks;
  expect(health.checks.find(({ name }) => name === 'programs')).toMatchObject({
    state: 'warning',
    message: 'no program runs review (agent_a)',
  });
});

interface Checks {
  readonly checks: readonly { readonly name: string }[];
}

test('it gets the secrets that fleet.yaml names, and a skill that is only tested none', async () => {
  proves('AGENT-secrets');
  const { cloud, file } = await startWithAgent(
    `echo "key \${AGENT_KEY-none}" | tr a-z A-Z > "$FLEET_RESULT_FILE"`,
    {
      config: agentSettings('{ command: [./agent], secrets: [AGENT_KEY] }'),
      secrets: { AGENT_KEY: 'very-hidden' },
    },
  );
  expect((await cloud.job(await cloud.run('review'), isOver)).result).toBe('KEY VERY-HIDDEN');
  const skill = await file('skills/review/SKILL.md');
  const { result } = await cloud.send('skill.test', { job: 'job_9', skill_md: skill });
  const { machine_job_id: tested } = result as { machine_job_id: string };
  expect((await cloud.job(tested, isOver)).result).toBe('KEY NONE');
});

test.each([
  ['{ resume: [x], ready: true }', 'line 3: runners.agent_a.resume: needs a command beside it'],
  [
    '{ command: agent }',
    'line 3: runners.agent_a.command: must be a list of a program and its arguments',
  ],
  ['{ detail: hm }', 'line 3: runners.agent_a: must have command, or ready'],
])('fleet.yaml with agent_a: %s is refused', async (members, problem) => {
  proves('AGENT-settings');
  const { machine } = await startTestMachine({ config: agentSettings(members) });
  await expect(machine.ready).rejects.toMatchObject({ facts: { detail: problem } });
});

test.each([
  ['runners.agent_a.command', ['sh']],
  ['runners.agent_a', { command: ['sh'] }],
  ['runners', { agent_a: { command: ['sh'] } }],
  ['runners.agent_a.secrets', ['DEPLOY_KEY']],
])('the programs of a machine cannot be changed through the server: %s', async (path, value) => {
  proves('AGENT-policy');
  const { cloud } = await startTestMachine({ config: agentSettings('{ command: [./agent] }') });
  const { error } = await cloud.send('config.patch', { set: { [path]: value } });
  expect(error?.code).toBe('denied_by_machine');
});

test('it runs as the user and within the limits of scripts, at the same place after an answer', async ({
  skip,
}) => {
  skip(process.geteuid?.() !== 0, 'only root can run jobs as another user');
  proves('AGENT-user', 'AGENT-file-bounds');
  const script = [
    'echo "$(id -un) $(id -Gn) $HOME $(ulimit -f) $(pwd)"',
    `[ -n "\${FLEET_ANSWER_FILE-}" ] || ${tell({ ask: { text: 'Go on?' } })}`,
    `[ -z "\${FLEET_ANSWER_FILE-}" ] || ln -sf /dev/zero "$FLEET_COMMANDS_FILE"`,
  ].join('\n');
  const machine = await startTestMachine({
    config: `run_as: nobody\nlimits: { file_mb: 3 }\n${agentSettings(
      JSON.stringify({ command: ['sh', '-c', script] }),
    )}`,
    skills: { review: REVIEW },
  });
  const { cloud, file } = machine;
  const id = await cloud.run('review');
  await cloud.job(id, ({ status }) => status === 'waiting');
  await cloud.send('job.answer', { machine_job_id: id, answer: 'yes', by: 'Ada' });
  expect(await cloud.job(id, isOver)).toMatchObject({ failure: { kind: 'commands_file' } });
  const [line, again] = (await file(`jobs/${id}/stdout`)).split('\n');
  expect(line).toMatch(/^nobody \w+ \/nonexistent 6144 \/.*\/work\/skill$/);
  expect(again).toBe(line);
  expect((await fetchArtifact(machine, id, 'stderr')).content).toContain(
    'FLEET_COMMANDS_FILE: is no regular file any more',
  );
});

test('config.patch takes so many settings, and so long ones', async () => {
  const { cloud } = await startTestMachine({ skills: {} });
  const many = Array.from({ length: 101 }, (_, place) => [`name${place}`, 1]);
  const patches = [Object.fromEntries(many), { checks: ['x'.repeat(65_536)] }];
  const [tooMany, tooLong] = await Promise.all(
    patches.map((set) => cloud.send('config.patch', { set })),
  );
  expect(tooMany?.error).toEqual({
    code: 'invalid_args',
    message: 'config.patch: set: has more than 100 settings',
  });
  expect(tooLong?.error).toEqual({
    code: 'invalid_args',
    message: 'config.patch: set: is longer than 65536 characters as JSON',
  });
});
