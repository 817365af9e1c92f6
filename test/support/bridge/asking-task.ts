import { expect } from 'vitest';
import { QUESTION, reportsRunAs, startServerWithMachine } from '../server-with-machine.ts';
import { createSkippingClock } from '../skipping-clock.ts';
import { modernMeta } from '../start-bridge.ts';
import { runReport } from '../sync-reports.ts';
import { startSessionInProcess } from './session-in-process.ts';
import { TASKS_AND_FORMS } from './task-client.ts';
import { startWithoutTasks } from './without-tasks.ts';

export const RUN = { machine: 'build-01', skill: 'deploy-check' };
const RUNNING = {
  status: 'running',
  progress: { message: 'compiling', percent: 40, step: 'build' },
} as const;

/** A fleet whose server makes no tasks itself, unless `isHosted`. */
export async function openFleet(answers = {}, { isHosted = false } = {}) {
  const fleet = await startServerWithMachine({
    answers: { 'job.run': reportsRunAs(RUNNING), ...answers },
  });
  const { keys } = fleet.server;
  const own = fleet.server.baseUrl;
  const baseUrl = isHosted ? own : await startWithoutTasks(own);
  const open = (more: object = {}) =>
    startSessionInProcess({ baseUrl, key: keys.run, clock: createSkippingClock(), ...more });
  const report = (job: string, changes: object) =>
    fleet.machine.sync({ jobs: [runReport(job, changes)] });
  return { ...fleet, open, report, env: { FLEET_BASE_URL: baseUrl, FLEET_API_KEY: keys.run } };
}

/** The job of a task, which its id names. */
export const jobOf = (taskId: string) => taskId.split(':')[2] ?? '';

export const askingRun = reportsRunAs({
  status: 'waiting',
  question: QUESTION,
  timeline: asked('12:00'),
});

export function asked(time: string) {
  return [{ at: `2026-10-01T${time}:00.000Z`, kind: 'question', message: 'asks' }];
}

/** A task whose job asks, as the bridge shows it, and what is sent to the machine for it. */
export async function openAsking(answers: object = {}, options: object = {}, isHosted = false) {
  const fleet = await openFleet({ 'job.run': askingRun, ...answers }, { isHosted });
  const bridge = await fleet.open(options);
  const call = { name: 'run_skill', arguments: RUN, _meta: modernMeta(TASKS_AND_FORMS) };
  const { taskId } = (await bridge.ask('tools/call', call)).result;
  const ask = (method: string, params: object = {}, capabilities: object = TASKS_AND_FORMS) =>
    bridge.ask(method, { taskId, ...params, _meta: modernMeta(capabilities) });
  const shown = async (capabilities?: object) => (await ask('tasks/get', {}, capabilities)).result;
  await expect.poll(async () => (await shown()).status).toBe('input_required');
  const [key = ''] = Object.keys((await shown()).inputRequests);
  const answer = (response: object, more: object = {}) =>
    ask('tasks/update', { inputResponses: { [key]: response, ...more } });
  const sent = (type: string) => fleet.machine.received.filter((each) => each.type === type);
  return { ...fleet, bridge, taskId, ask, shown, key, answer, sent };
}

export const takesAnswer = {
  'job.answer': ({ args }: { args: Readonly<Record<string, unknown>> }) => ({
    result: { delivered: true, resumed: true },
    jobs: [
      runReport(String(args['machine_job_id']).slice(2), {
        status: 'succeeded',
        outcome: 'done',
        headline: `told ${args['answer']}`,
      }),
    ],
  }),
};
