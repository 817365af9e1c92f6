import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../support/run-on-terminal.ts';
import { type ScriptedService, startScriptedService } from '../../support/scripted-service.ts';

const JOBS = [
  [{ id: 'job_1', state: 'in_progress', title: 'Check' }],
  [
    { id: 'job_1', state: 'needs_input', title: 'Check' },
    { id: 'job_2', state: 'in_progress', title: 'Build' },
  ],
];

let service: ScriptedService;
let looks = 0;
beforeEach(() => {
  looks = 0;
});
beforeAll(async () => {
  service = await startScriptedService({
    tools: [{ name: 'list_jobs', class: 'read', input_schema: { type: 'object' } }],
    answer() {
      looks += 1;
      return { body: { jobs: JOBS[Math.min(looks, JOBS.length) - 1], next_before: null } };
    },
  });
});
afterAll(() => service.stop());

const ARGS = ['watch', 'jobs', '--every', '1'];
const env = () => ({ FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' });

test('in a pipe each change is an event, and --until ends it with 0', async () => {
  proves('UI-watch');
  const { code, stdout } = await runFleet([...ARGS, '--until', 'needs_input'], { env: env() });
  expect(code).toBe(0);
  const events = stdout.trimEnd().split('\n');
  expect(events.map((line) => JSON.parse(line))).toEqual([
    { event: 'added', row: JOBS[0]?.[0] },
    { event: 'changed', row: JOBS[1]?.[0] },
    { event: 'added', row: JOBS[1]?.[1] },
  ]);
});

test('a state that is not reached in time is 8, an unknown list is 2', async () => {
  proves('UI-watch', 'UI-exit-8');
  const args = [...ARGS, '--until', 'failed', '--follow-timeout', '1'];
  expect((await runFleet(args, { env: env() })).code).toBe(8);
  expect((await runFleet(['watch', 'tea'], { env: env() })).code).toBe(2);
});

test('a terminal shows the list in place, lines where that may not be', async ({ skip }) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-watch');
  const args = [...ARGS, '--until', 'needs_input', '--no-color'];
  const drawn = await runOnTerminal(args, { env: env() });
  expect(drawn.code).toBe(0);
  expect(drawn.output).toMatch(/job_1 +in progress|job_1 +in_progress/);
  // Two rows more than a line above: header, row and the line with the time.
  expect(drawn.output).toContain('\u001b[3A');
  looks = 0;
  const plain = await runOnTerminal(args, { env: { ...env(), TERM: 'dumb' } });
  expect(plain.output).toContain('changed  job_1  needs_input  Check');
  expect(plain.output).not.toContain('\u001b');
});
