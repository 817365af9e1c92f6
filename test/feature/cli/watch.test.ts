import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../support/run-on-terminal.ts';
import {
  problemResponse,
  type ScriptedService,
  startScriptedService,
} from '../../support/scripted-service.ts';

const OLD = { id: 'job_0', state: 'needs_input', title: 'Ask', question: { text: 'Which one?' } };
const JOBS = [
  [{ id: 'job_1', state: 'in_progress', title: 'Check' }],
  [
    { id: 'job_1', state: 'failed', title: 'Check' },
    { id: 'job_2', state: 'in_progress', title: 'Build' },
  ],
];

const TOOLS = [{ name: 'list_jobs', class: 'read', input_schema: { type: 'object' } }];

let service: ScriptedService;
let looks = 0;
let away = 0;
let besides: readonly unknown[] = [];
beforeEach(() => {
  besides = [];
  looks = 0;
  away = 0;
});
beforeAll(async () => {
  service = await startScriptedService({
    tools: TOOLS,
    answer({ body }) {
      const asked = JSON.parse(body);
      if (asked.status !== undefined) return { body: { jobs: [], next_before: null } };
      // Too old for the newest page, and still waiting.
      if (asked.waiting === true) return { body: { jobs: [OLD], next_before: null } };
      looks += 1;
      if (looks === 2 && away > 0) {
        away -= 1;
        looks -= 1;
        return problemResponse(503, 'unavailable');
      }
      const jobs = [...(JOBS[Math.min(looks, JOBS.length) - 1] ?? []), ...besides];
      return { body: { jobs, next_before: 'older' } };
    },
  });
});
afterAll(() => service.stop());

const ARGS = ['watch', 'jobs', '--every', '1'];
const env = () => ({ FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' });

test('in a pipe each change is an event, and --until ends it with 0', async () => {
  proves('UI-watch');
  const { code, stdout } = await runFleet([...ARGS, '--until', 'failed'], { env: env() });
  expect(code).toBe(0);
  const events = stdout.trimEnd().split('\n');
  expect(events.map((line) => JSON.parse(line))).toEqual([
    { event: 'added', row: OLD },
    { event: 'added', row: JOBS[0]?.[0] },
    { event: 'added', row: JOBS[1]?.[1] },
    { event: 'changed', row: JOBS[1]?.[0] },
  ]);
});

test('a state that is not reached in time is 8, an unknown list is 2', async () => {
  proves('UI-watch', 'UI-exit-8');
  const args = [...ARGS, '--until', 'away', '--follow-timeout', '1'];
  expect((await runFleet(args, { env: env() })).code).toBe(8);
  expect((await runFleet(['watch', 'tea'], { env: env() })).code).toBe(2);
  // No machine is ever under way, whatever its jobs do.
  const idle = await runFleet(['watch', 'machines', '--until', 'idle'], { env: env() });
  expect([idle.code, idle.stdout]).toEqual([2, '']);
  expect(idle.stderr).toContain('--until idle');
});

test('a service that does not answer when the time is over is 7, and said before', async () => {
  proves('UI-watch', 'UI-exit-7');
  const args = [...ARGS, '--until', 'failed', '--follow-timeout', '2'];
  const never = await startScriptedService({
    tools: TOOLS,
    answer: () => problemResponse(503, 'unavailable'),
  });
  onTestFinished(never.stop);
  const unseen = await runFleet(args, { env: { ...env(), FLEET_BASE_URL: never.baseUrl } });
  expect([unseen.code, unseen.stdout]).toEqual([7, '']);
  expect(unseen.stderr).toContain('does not answer; it is asked again');
  away = 1000;
  const lost = await runFleet(args, { env: env() });
  expect(lost.code).toBe(7);
  expect(lost.stdout.trimEnd().split('\n')).toHaveLength(2);
  expect(lost.stderr.match(/does not answer/g)).toHaveLength(1);
  looks = 0;
  const quiet = await runFleet([...args, '--quiet'], { env: env() });
  expect(quiet.stderr).not.toContain('does not answer');
}, 60_000);

test('a terminal shows the list in place, lines where that may not be', async ({ skip }) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-watch');
  const args = [...ARGS, '--until', 'failed', '--no-color'];
  const drawn = await runOnTerminal(args, { env: env() });
  expect(drawn.code).toBe(0);
  expect(drawn.output).toMatch(/1 needs input · 1 in progress · Ctrl-C ends/);
  expect(drawn.output).toMatch(/needs input {2}Which one\? · Ask +job_0/);
  // The line with the time, the head, two rows and what was left out.
  expect(drawn.output).toContain('\u001b[5A');
  looks = 0;
  besides = ['no record \u009b31m\u202e'];
  const plain = await runOnTerminal(args, { env: { ...env(), TERM: 'dumb' } });
  expect(plain.output).toContain('changed: failed, Check, job_1\n');
  expect(plain.output).toContain('added: "no record \\u009b31m\\u202e"\n');
  expect(plain.output).not.toMatch(/[\u001b\u009b\u202e]/);
});

test('a service that is away is told, and waited for', async ({ skip }) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-watch');
  away = 4;
  const args = [...ARGS, '--until', 'failed', '--no-color'];
  const { code, output } = await runOnTerminal(args, { env: env() });
  expect(code).toBe(0);
  expect(output).toMatch(/no answer since \d\d:\d\d:\d\d, trying again/);
});

test.each([
  ['machines', 'machine', 'inbox, jobs, alerts'],
  ['alerts', 'skill', 'inbox, jobs'],
])('a filter that the list %s does not have is refused by its name', async (list, flag, lists) => {
  proves('UI-watch');
  const args = ['watch', list, `--${flag}`, 'build-01', '--json'];
  const { code, stderr } = await runFleet(args, { env: env() });
  const { detail, title } = JSON.parse(stderr).error;
  expect({ code, title }).toEqual({ code: 2, title: `--${flag} does not go with ${list}` });
  expect(detail).toBe(`It narrows these lists: ${lists}.`);
});

test.each<[string, readonly string[], object, number, string | undefined]>([
  ['brwe', [], { skills: [{ name: 'brew' }] }, 6, 'Did you mean brew?'],
  ['xx', [], { skills: [{ name: 'brew' }] }, 6, undefined],
  ['brwe', ['--machine', 'tea-01'], { skills: [{ name: 'brew' }] }, 6, 'Did you mean brew?'],
  ['brew', [], { skills: [{ name: 'brew' }] }, 0, undefined],
  // What cannot tell is no reason to fail: part of a list, none, and a key that may not see it.
  ['brwe', [], { skills: [{ name: 'brew' }], next_before: 'older' }, 0, undefined],
  ['brwe', [], { done: true }, 0, undefined],
  ['brwe', [], { code: 'forbidden' }, 0, undefined],
])('without a job, --skill %s %j ends at once where no machine has it', async (...row) => {
  proves('UI-watch');
  const [skill, more, skills, exit, advice] = row;
  const asked: unknown[] = [];
  const quiet = await startScriptedService({
    tools: [...TOOLS, { name: 'list_skills', class: 'read', input_schema: { type: 'object' } }],
    answer({ body, path }) {
      if (!path.includes('skills')) return { body: { jobs: [], next_before: null } };
      asked.push(JSON.parse(body));
      return 'code' in skills ? problemResponse(403, 'forbidden') : { body: skills };
    },
  });
  onTestFinished(quiet.stop);
  const args = [...ARGS, '--until', 'idle', '--skill', skill, ...more, '--json'];
  const run = await runFleet(args, { env: { ...env(), FLEET_BASE_URL: quiet.baseUrl } });
  expect([run.code, run.stdout]).toEqual([exit, '']);
  expect(asked).toEqual([more.length === 0 ? {} : { machine: 'tea-01' }]);
  if (exit === 0) return;
  const { error } = JSON.parse(run.stderr);
  expect([error.code, error.advice]).toEqual(['unknown_skill', advice]);
  const who = more.length === 0 ? 'No machine has it' : 'tea-01 does not have it';
  expect(error.detail).toBe(`${who}, and no job is of it.`);
});

test('an empty skill is refused, and of a list that is watched in part that is said', async () => {
  proves('UI-watch', 'UI-list-in-part');
  const rows = Array.from({ length: 100 }, (_, at) => ({ id: `job_${at}`, state: 'done' }));
  const service = await startScriptedService({
    tools: TOOLS,
    answer: ({ body }) => {
      const { skill, status, waiting } = JSON.parse(body);
      const jobs = skill === '' ? [] : rows;
      const hasMore = skill !== 'brew' || (status === undefined && waiting === undefined);
      return { body: { jobs, next_before: hasMore ? 'older' : null } };
    },
  });
  onTestFinished(service.stop);
  const options = { env: { ...env(), FLEET_BASE_URL: service.baseUrl } };
  const empty = await runFleet([...ARGS, '--until', 'idle', '--skill', '', '--json'], options);
  expect([empty.code, JSON.parse(empty.stderr).error.title]).toEqual([2, '--skill is empty']);
  const told = async (...more: string[]) => {
    const args = [...ARGS, '--until', 'idle', '-o', 'jsonl', ...more];
    const { code, stderr } = await runFleet(args, options);
    return [code, stderr];
  };
  expect(await told()).toEqual([0, 'There are more: the first 100 are watched.\n']);
  expect(await told('--quiet')).toEqual([0, '']);
  // Of what is at rest the newest are enough.
  expect(await told('--skill', 'brew')).toEqual([0, '']);
});

test('--until idle looks twice: what was on its way between two questions of one look is seen', async () => {
  proves('UI-watch');
  let rounds = 0;
  const job = { id: 'job_9', state: 'in_progress', status: 'running', title: 'Old' };
  const moving = await startScriptedService({
    tools: TOOLS,
    answer({ body }) {
      const { status } = JSON.parse(body);
      if (status === 'running') rounds += 1;
      // In the first look it had left the queue when that was asked for, and did not run yet when that was.
      const jobs = status === 'running' && rounds === 2 ? [job] : [];
      return { body: { jobs, next_before: null } };
    },
  });
  onTestFinished(moving.stop);
  const args = ['watch', 'jobs', '--until', 'idle', '--every', '1'];
  const run = await runFleet(args, { env: { ...env(), FLEET_BASE_URL: moving.baseUrl } });
  expect([run.code, rounds]).toEqual([0, 4]);
  expect(run.stdout).toContain('"event":"added"');
});
