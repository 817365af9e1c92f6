import { expect, onTestFinished, test } from 'vitest';
import { prepareDemo } from '../../../src/demo/lived-in.ts';
import { startServer } from '../../../src/server/start.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

const STATES = ['done', 'failed', 'in_progress', 'needs_input'];

/** As `fleet serve --demo` does it. */
async function serveDemo(data: string) {
  const demo = prepareDemo({ data, isElsewhere: false });
  const server = await startServer({
    listen: '127.0.0.1:0',
    dataFolder: data,
    demo: true,
    isOwnDemo: true,
    clock: demo.clock,
    keptKeys: demo.keptKeys,
  });
  const stop = await demo.start(server, new AbortController().signal);
  // biome-ignore lint/suspicious/noExplicitAny: the test looks into answers of every shape
  const tool = async (name: string, input: object = {}): Promise<any> => {
    const response = await fetch(`${server.baseUrl}/api/v1/tools/${name}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.keys?.admin}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(input),
    });
    return response.json();
  };
  const end = async () => {
    await Promise.all([stop(), server.close()]);
  };
  return { keys: server.keys, tool, end };
}

const setOf = (rows: readonly object[], member: string) =>
  [...new Set(rows.map((row) => Reflect.get(row, member)))].sort();

test('the demonstration looks lived in once it is ready, and a second start goes on with it', async () => {
  proves('DEMO-lived-in');
  const data = newTemporaryFolder();
  const first = await serveDemo(data);
  const { jobs } = await first.tool('list_jobs', { limit: 100 });
  expect(setOf(jobs, 'state')).toEqual(STATES);
  expect(setOf(jobs, 'trigger')).toEqual(['run', 'schedule', 'webhook']);
  const { deliveries } = await first.tool('list_deliveries', { limit: 100 });
  expect(setOf(deliveries, 'outcome')).toEqual(['accepted', 'duplicate', 'rejected', 'skipped']);
  expect(setOf(deliveries, 'via')).toEqual(['http', 'ingress']);
  const open = (await first.tool('list_alerts')).alerts;
  expect(setOf(open, 'type')).toEqual([
    'health_failing',
    'job_failed',
    'machine_offline',
    'needs_human',
  ]);
  const { alerts: resolved } = await first.tool('list_alerts', { state: 'resolved' });
  expect(setOf(resolved, 'type')).toEqual(['job_failed', 'needs_human']);
  const { days } = await first.tool('get_stats');
  const worked = days.filter((day: { jobs: { succeeded: number } }) => day.jobs.succeeded > 0);
  expect(worked.length).toBeGreaterThanOrEqual(8);
  const last = async (tool: typeof first.tool) =>
    (await tool('list_machines')).machines.map(({ name, mode }: Record<string, string>) => [
      ...[name, mode],
    ]);
  const machines = [
    ['mini-04', 'control'],
    ['lab-03', 'control'],
    ['edge-02', 'observe'],
    ['build-01', 'control'],
  ];
  expect(await last(first.tool)).toEqual(machines);
  await first.end();

  const second = await serveDemo(data);
  onTestFinished(second.end);
  expect(second.keys).toEqual(first.keys);
  expect(await last(second.tool)).toEqual(machines);
  const again = await second.tool('list_jobs', { limit: 100 });
  expect(again.jobs).toHaveLength(jobs.length);
}, 120_000);
