import type { JobReport } from '../../../src/contract/record/job.ts';
import type { MachineReport } from '../../../src/contract/record/machine.ts';
import type { SyncRequest } from '../../../src/contract/sync.ts';
import { createFakeClock } from '../fake-clock.ts';
import { scriptMachine } from '../scripted-machine.ts';
import { deliveryReport, jobReport, skillReport } from '../sync-reports.ts';
import { startTestServer, type TestServer } from '../test-server.ts';

const MINUTE_MS = 60_000;

/** When somebody opens a terminal; the night before began two days earlier. */
export const MORNING_MS = Date.UTC(2026, 9, 3, 8);

function at(minutesAgo: number): string {
  return new Date(MORNING_MS - minutesAgo * MINUTE_MS).toISOString();
}

/** Three machines and their night: a question, a failure, a run, a broken check, a machine that is away. */
export async function startMorningFleet(): Promise<TestServer> {
  const clock = createFakeClock(MORNING_MS - 26 * 60 * MINUTE_MS);
  const server = await startTestServer({ clock });
  const { baseUrl } = server;
  const machineOf = async (token: string, report: Partial<MachineReport>) => {
    const script = scriptMachine({ baseUrl, token, report });
    return (additions: Partial<SyncRequest> = {}) =>
      script.sync({ sent_at: new Date(clock.now()).toISOString(), ...additions });
  };
  const build = await machineOf(server.machineToken, BUILD);
  const edge = await machineOf(await server.pair('edge-02'), EDGE);
  const lab = await machineOf(await server.pair('lab-03'), LAB);
  const until = (minutesAgo: number) =>
    clock.advance(MORNING_MS - minutesAgo * MINUTE_MS - clock.now());
  await lab();
  until(500);
  await edge({ jobs: [NIGHTLY], deliveries: [REJECTED] });
  until(310);
  await build({ jobs: [DONE], deliveries: [ACCEPTED] });
  until(42);
  await build({ jobs: [WAITING] });
  until(6);
  await build({ jobs: [RUNNING] });
  await server.tool('send_command', { machine: 'build-01', type: 'ping' });
  await server.tool('report_issue', {
    title: 'The nightly report fails since Monday',
    body: 'It ends with exit code 3.\n\nThe week before it worked.',
    kind: 'bug',
    severity: 'high',
  });
  until(0);
  await build();
  await edge();
  return server;
}

const BUILD = {
  ...machine('build-01'),
  skills: [
    skillReport({ name: 'triage-issue', description: 'Sorts new issues', runner: 'agent_a' }),
    skillReport({ schedule: { cron: '0 */2 * * *', timezone: 'UTC' } }),
  ],
  broken_skills: [{ name: 'old-report', error: 'SKILL.md: runner is missing' }],
} as const;

const EDGE = {
  ...machine('edge-02'),
  policy: { mode: 'observe', allow: [], deny: ['update.*'] },
  checks: [
    { name: 'disk', state: 'failing', message: '97% full', fix: 'Delete old files in /var/log' },
    { name: 'clock', state: 'warning', message: '40 s behind', fix: null },
  ],
  skills: [skillReport({ name: 'nightly-report', description: 'Writes the report of the day' })],
} as const;

const LAB = { ...machine('lab-03'), skills: [] } as const;

function machine(name: string) {
  return {
    hostname: `${name}.example.com`,
    version: '0.1.0',
    policy: { mode: 'control', allow: [], deny: [] },
    runners: [{ name: 'shell', ready: true, detail: null }],
    checks: [{ name: 'disk', state: 'ok', message: 'enough room', fix: null }],
    broken_skills: [],
    schedules: [],
    repositories: [],
    config: '',
  } as const;
}

const NIGHTLY: JobReport = jobReport({
  machine_job_id: 'n-1',
  skill: 'nightly-report',
  title: 'Nightly report',
  status: 'failed',
  outcome: 'not_done',
  failure: { kind: 'exit_code', message: 'The command ended with exit code 3' },
  started_at: at(510),
  ended_at: at(505),
  updated_at: at(505),
  artifacts: [{ name: 'stderr', bytes: 2048 }],
});

const DONE: JobReport = jobReport({
  machine_job_id: 'd-1',
  title: 'Check the deployment of main',
  status: 'succeeded',
  outcome: 'done',
  headline: 'All 42 checks passed',
  summary: 'The release **2026.10** is up in both regions.\n\nNothing was restarted.',
  cost_usd: 0.0372,
  tokens: { input: 11_840, output: 2_310 },
  links: [
    { kind: 'pull_request', title: '#418 Release', url: 'https://git.example.com/app/pull/418' },
    { kind: 'deployment', title: 'eu-west', url: 'https://deploy.example.com/eu-west' },
  ],
  started_at: at(320),
  ended_at: at(311),
  updated_at: at(311),
});

const WAITING: JobReport = jobReport({
  machine_job_id: 'w-1',
  skill: 'triage-issue',
  runner: 'agent_a',
  title: 'Triage issue 42: export loses rows',
  trigger: 'webhook',
  status: 'waiting',
  question: {
    text: 'How severe is the data loss that the reporter describes?',
    context: 'Two customers lost rows in an export of Tuesday. A backup exists.',
    choices: { options: ['low', 'normal', 'high'], recommended: 'high', multiple: false },
  },
  started_at: at(45),
  updated_at: at(43),
});

const RUNNING: JobReport = jobReport({
  machine_job_id: 'r-1',
  title: 'Check the deployment of next',
  status: 'running',
  progress: {
    message: 'Running the smoke tests',
    percent: 41.7,
    step: 'smoke',
    recent_updates: [
      { at: at(9), message: 'Built the image' },
      { at: at(7), message: 'Started 12 containers' },
    ],
  },
  started_at: at(10),
  updated_at: at(7),
});

const ACCEPTED = deliveryReport({ machine_delivery_id: 'a-1', received_at: at(320) });
const REJECTED = deliveryReport({
  machine_delivery_id: 'x-1',
  sender_delivery_id: 'evt-2',
  skill: 'nightly-report',
  outcome: 'rejected',
  reason: 'The signature does not match',
  code: 'bad_signature',
  http_status: 401,
  received_at: at(505),
});
