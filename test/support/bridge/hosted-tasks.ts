import { expect } from 'vitest';
import type { JobReport } from '../../../src/contract/record/job.ts';
import {
  type CommandReplies,
  QUESTION,
  reportsRunAs,
  startServerWithMachine,
} from '../server-with-machine.ts';
import { modernMeta } from '../start-bridge.ts';
import { runReport } from '../sync-reports.ts';
import type { CallOptions, KeyName, TestServer } from '../test-server.ts';
import { asked } from './asking-task.ts';
import { TASKS_AND_FORMS, taskClientOf } from './task-client.ts';

export const RUN = { machine: 'build-01', skill: 'deploy-check' };

interface SentMessage extends Pick<CallOptions, 'headers'> {
  readonly capabilities?: object;
  readonly scope?: KeyName;
}

/** One message of 2026-07-28 to the hosted endpoint, with its headers; gives status and message. */
export async function askHosted(
  server: Pick<TestServer, 'call'>,
  method: string,
  params: object = {},
  { capabilities = TASKS_AND_FORMS, headers, scope = 'run' }: SentMessage = {},
) {
  const { name, taskId } = params as { name?: unknown; taskId?: unknown };
  const about = name ?? taskId;
  const { body, status } = await server.call('/api/mcp', {
    scope,
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: modernMeta(capabilities) } },
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof about === 'string' ? { 'mcp-name': about } : {}),
      ...headers,
    },
  });
  return { status, ...body };
}

/** The official client of the Tasks extension on the hosted endpoint; it asks more often than it is told to. */
export function hostedTaskClient(
  server: Pick<TestServer, 'call'>,
  onInputRequest?: Parameters<typeof taskClientOf>[2],
) {
  const ask = (method: string, params?: object) => askHosted(server, method, params);
  return taskClientOf('fleet-cloud', ask, onInputRequest);
}

const ASKS: Partial<JobReport> = {
  status: 'waiting',
  question: QUESTION,
  timeline: asked('12:00'),
};

/** A server with a machine, and a call of run_skill that has become a task. */
export async function startHostedTask({
  answers = {},
  job: taken = { status: 'running' },
  start = {},
}: {
  readonly answers?: CommandReplies;
  readonly job?: Partial<JobReport>;
  readonly start?: object;
} = {}) {
  const { machine, server } = await startServerWithMachine({
    answers: { 'job.run': reportsRunAs(taken), ...answers },
    start,
  });
  const call = { name: 'run_skill', arguments: RUN };
  const { result: handle } = await askHosted(server, 'tools/call', call);
  const { taskId } = handle;
  const job = String(taskId).split(':')[2] ?? '';
  // The machine's own report must not come after one of the test, and take its place.
  const status = async () => (await server.tool('get_job', { job })).body.status;
  await expect.poll(status).not.toBe('queued');
  const ask = (method: string, params: object = {}, sent: SentMessage = {}) =>
    askHosted(server, method, { taskId, ...params }, sent);
  const shown = async (sent: SentMessage = {}) => (await ask('tasks/get', {}, sent)).result;
  const report = (changes: Partial<JobReport>) => machine.sync({ jobs: [runReport(job, changes)] });
  const sent = (type: string) => machine.received.filter((each) => each.type === type);
  return { server, machine, handle, taskId, ask, shown, report, sent };
}

/** The same with a job that asks, and the key of its question. */
export async function startAskingTask(answers: CommandReplies = {}) {
  const fixture = await startHostedTask({ answers, job: ASKS });
  await expect.poll(async () => (await fixture.shown()).status).toBe('input_required');
  const [key = ''] = Object.keys((await fixture.shown()).inputRequests);
  const answer = (response: object, more: object = {}) =>
    fixture.ask('tasks/update', { inputResponses: { [key]: response, ...more } });
  return { ...fixture, key, answer };
}
