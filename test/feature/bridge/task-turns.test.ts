import { expect, test } from 'vitest';
import {
  type SpokenBridge,
  startSessionInProcess,
} from '../../support/bridge/session-in-process.ts';
import { TASKS } from '../../support/bridge/task-client.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import {
  sendJson,
  sendProblem,
  startScriptedMcpServer,
} from '../../support/scripted-mcp-server.ts';
import { createSkippingClock } from '../../support/skipping-clock.ts';
import { modernMeta } from '../../support/start-bridge.ts';

const _meta = modernMeta(TASKS);
const PAGE = 100;

/** A service whose runs are jobs `job_1`, `job_2` …, and the state of each. */
async function startJobs() {
  const upstream = await startScriptedMcpServer();
  const states: string[] = [];
  const jobAt = (at: number) => ({ id: `job_${at}`, state: states[at] ?? 'in_progress' });
  upstream.answer = ({ message }, response) => {
    const { arguments: args, name } = message.params;
    const reply = (structuredContent: object) =>
      sendJson(response, 200, {
        jsonrpc: '2.0',
        id: message.id,
        result: { content: [], structuredContent },
      });
    if (name === 'run_skill') {
      states.push('in_progress');
      reply({ pending: true, job: `job_${states.length - 1}` });
    } else if (name === 'get_job') {
      reply(jobAt(Number(args.job.slice(4))));
    } else {
      const from = args.before === undefined ? states.length - 1 : Number(args.before);
      const jobs = [...states.keys()]
        .reverse()
        .filter((at) => at <= from)
        .slice(0, PAGE);
      const next = from - PAGE;
      reply({ jobs: jobs.map(jobAt), ...(next >= 0 ? { next_before: String(next) } : {}) });
    }
  };
  return { upstream, states };
}

async function startTasks(bridge: SpokenBridge, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { result } = await bridge.ask('tools/call', { name: 'run_skill', arguments: {}, _meta });
    ids.push(result.taskId);
  }
  return ids;
}

test('250 tasks share two requests a second, by pages, and no end is lost', async () => {
  proves('TASK-turns', 'TASK-listen');
  const { states, upstream } = await startJobs();
  const clock = createSkippingClock();
  const { baseUrl } = upstream;
  const bridge = await startSessionInProcess({ baseUrl, key: 'key-1', clock });
  const taskIds = await startTasks(bridge, 250);
  const startedAt = clock.now();
  const before = upstream.arrived.length;
  void bridge.ask('subscriptions/listen', { notifications: { taskIds }, _meta });
  const pages = upstream.callsOf('list_jobs').length;
  await expect.poll(() => upstream.callsOf('list_jobs').length).toBeGreaterThan(pages + 6);
  const single = upstream.arrived
    .slice(before)
    .filter(({ message }) => message.params.name === 'get_job');
  expect(single.length).toBeLessThan(2);
  const { result } = await bridge.ask('tasks/get', { taskId: taskIds[0], _meta });
  expect(result.pollIntervalMs).toBe(1500);
  states.fill('done');
  const ended = () =>
    bridge.frames.filter(
      ({ method, params }) => method === 'notifications/tasks' && params.status === 'completed',
    ).length;
  await expect.poll(ended).toBe(250);
  const looks = upstream.arrived.length - before;
  const whole = await Promise.all(
    taskIds.map((taskId) => bridge.ask('tasks/get', { taskId, _meta })),
  );
  const results = whole.map(({ result }) => result.result?.structuredContent?.state);
  expect(new Set(results)).toEqual(new Set(['done']));
  expect(looks).toBeLessThanOrEqual((clock.now() - startedAt) / 500 + 1);
}, 30_000);

test('what is known is told at once; only a free turn looks a task up before', async () => {
  proves('TASK-at-once', 'TASK-restart');
  const { states, upstream } = await startJobs();
  const { baseUrl } = upstream;
  const clock = createFakeClock();
  const first = await startSessionInProcess({ baseUrl, key: 'key-1', clock });
  const taskIds = await startTasks(first, 3);
  states.fill('done');
  const bridge = await startSessionInProcess({ baseUrl, key: 'key-1', clock });
  const statuses = async () => {
    const shown = await Promise.all(
      taskIds.map((taskId) => bridge.ask('tasks/get', { taskId, _meta })),
    );
    return shown.map(({ result }) => result.status);
  };
  expect(await statuses()).toEqual(['completed', 'working', 'working']);
  expect(upstream.callsOf('get_job').length).toBe(1);
});

test('a service that is away is asked later, and a job that it does not have makes the task unknown', async () => {
  proves('TASK-id', 'TASK-turns');
  const { upstream } = await startJobs();
  const clock = createSkippingClock();
  const { baseUrl } = upstream;
  const bridge = await startSessionInProcess({ baseUrl, key: 'key-1', clock });
  const [taskId = ''] = await startTasks(bridge, 1);
  const get = () => bridge.ask('tasks/get', { taskId, _meta });
  let code = 'unavailable';
  upstream.gate = ({ message }, response) => {
    if (message.params?.name !== 'get_job') return false;
    sendProblem(response, code === 'unavailable' ? 503 : 404, code, { 'retry-after': '7' });
    return true;
  };
  await expect.poll(() => upstream.callsOf('get_job').length).toBeGreaterThan(3);
  expect((await get()).result.status).toBe('working');
  code = 'unknown_job';
  await expect.poll(async () => (await get()).error?.code).toBe(-32602);
});

test('a service that asks for a pause of hours is asked again after a minute', async () => {
  proves('TASK-turns');
  const { states, upstream } = await startJobs();
  const clock = createFakeClock();
  const delays: number[] = [];
  const after: typeof clock.after = (delayMs, action) => {
    delays.push(delayMs);
    return clock.after(delayMs, action);
  };
  const { baseUrl } = upstream;
  const bridge = await startSessionInProcess({ baseUrl, key: 'key-1', clock: { ...clock, after } });
  const [taskId = ''] = await startTasks(bridge, 1);
  let isAway = true;
  upstream.gate = ({ message }, response) => {
    if (!isAway || message.params?.name !== 'get_job') return false;
    sendProblem(response, 503, 'unavailable', { 'retry-after': '10800' });
    return true;
  };
  clock.advance(1000);
  await expect.poll(() => delays).toContain(60_000);
  [isAway, states[0]] = [false, 'done'];
  clock.advance(59_999);
  expect(upstream.callsOf('get_job')).toHaveLength(1);
  clock.advance(1);
  const get = () => bridge.ask('tasks/get', { taskId, _meta });
  await expect.poll(async () => (await get()).result.status).toBe('completed');
});
