import { runReport, syncRequest } from '../../support/sync-reports.ts';
import { startDeployment } from '../service/deployment.ts';
import { pause } from '../service/proof.ts';
import { startPullingMachine } from '../service/pulling-machine.ts';
import { send } from '../service/send.ts';
import { makeTenant, syncOf } from '../service/tenant.ts';
import { type BridgeClient, startBridgeClient } from './bridge-client.ts';
import { startForwarder } from './counting-forwarder.ts';

/** A key may send 600 requests a minute, of which the bridge's own looking takes 120. */
const START_EVERY_MS = 140;
const ENDS_A_SECOND = 4;
const LOST_AFTER_MS = 600_000;

/**
 * Starts so many jobs as tasks of one bridge, kills the server and the bridge in mid-task, ends the
 * jobs, and follows each task to its end as the extension's clients do.
 */
export async function followManyTasks(count: number) {
  const deployment = await startDeployment('sqlite');
  const [server] = deployment.servers;
  if (server === undefined) throw new Error('no server');
  const tenant = await makeTenant(deployment, { calls: 1 });
  const [machine] = tenant.machines;
  if (machine === undefined) throw new Error('no machine');
  const running = startPullingMachine({
    token: machine.token,
    server: () => server.baseUrl,
    reply: ({ args, id }) => {
      const job = runReport(String(args['job']), { status: 'running' });
      const result = { machine_job_id: job.machine_job_id };
      return { result: { command: id, result, error: null }, job };
    },
  });
  const forwarder = await startForwarder(() => server.baseUrl);
  const bridge = startBridgeClient(forwarder.baseUrl, tenant.key());
  const idleBytes = bridge.rssBytes();
  const tasks = await startTasks(bridge, machine.name, count);
  const startedAt = Date.now();
  const following = followAll(bridge, tasks);
  const readyMs = await server.killAndStart();
  await pause(5000);
  await bridge.killAndStart();
  const endJobs = async (): Promise<void> => {
    for (let at = 0; at < tasks.length; at += ENDS_A_SECOND) {
      const jobs = tasks
        .slice(at, at + ENDS_A_SECOND)
        .map(({ job }) => runReport(job, { status: 'succeeded', outcome: 'done', headline: job }));
      await send(server.baseUrl, {
        ...syncOf(machine.token),
        body: { ...syncRequest(Date.now()), jobs },
      });
      await pause(1000);
    }
  };
  const [ends] = await Promise.all([following, endJobs()]);
  const report = {
    tasks: count,
    ends: ends.right,
    ends_lost: count - ends.right - ends.wrong,
    wrong: ends.wrong,
    runs_doubled: running.ran.size - count,
    seconds: Math.round((Date.now() - startedAt) / 1000),
    looks_per_minute_max: mostInAMinute(forwarder.requestedAt.filter((at) => at >= startedAt)),
    server_ready_ms: Math.round(readyMs),
    poll_interval_ms_max: ends.intervalMs,
    rss_bytes_idle: idleBytes,
    rss_bytes_max: ends.rssBytes,
  };
  await bridge.stop();
  forwarder.close();
  await running.stop();
  await deployment.close();
  return report;
}

interface StartedTask {
  readonly taskId: string;
  readonly job: string;
}

async function startTasks(
  bridge: BridgeClient,
  machine: string,
  count: number,
): Promise<readonly StartedTask[]> {
  const tasks: StartedTask[] = [];
  while (tasks.length < count) {
    const input = { machine, skill: 'deploy-check' };
    const result = await bridge.ask('tools/call', { name: 'run_skill', arguments: input });
    const { resultType, taskId } = result;
    if (resultType === 'task') tasks.push({ taskId, job: taskId.split(':')[2] });
    else await pause((result.structuredContent?.retry_after_seconds ?? 1) * 1000);
    await pause(START_EVERY_MS);
  }
  return tasks;
}

/** Asks for each task as often as it is told to, until all have ended or nothing ends any more. */
async function followAll(bridge: BridgeClient, tasks: readonly StartedTask[]) {
  const ends = { right: 0, wrong: 0, intervalMs: 0, rssBytes: 0 };
  let lastEndAt = Date.now();
  const measuring = setInterval(() => {
    ends.rssBytes = Math.max(ends.rssBytes, bridge.rssBytes());
  }, 5000);
  await Promise.all(
    tasks.map(async ({ job, taskId }) => {
      for (;;) {
        const shown = await bridge.ask('tasks/get', { taskId });
        if (shown?.status === 'completed') {
          if (shown.result.structuredContent.headline === job) ends.right += 1;
          else ends.wrong += 1;
          lastEndAt = Date.now();
          return;
        }
        if (shown !== undefined && shown.status !== 'working') ends.wrong += 1;
        if (Date.now() - lastEndAt > LOST_AFTER_MS) return;
        ends.intervalMs = Math.max(ends.intervalMs, shown?.pollIntervalMs ?? 0);
        await pause(shown?.pollIntervalMs ?? 1000);
      }
    }),
  );
  clearInterval(measuring);
  return ends;
}

function mostInAMinute(times: readonly number[]): number {
  return Math.max(
    0,
    ...times.map((from, at) => times.slice(at).filter((time) => time < from + 60_000).length),
  );
}
