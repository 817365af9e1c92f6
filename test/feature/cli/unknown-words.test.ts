import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { type ScriptedService, startScriptedService } from '../../support/scripted-service.ts';

const TEXT = { type: 'string' };
const properties = { status: TEXT, outcome: TEXT, before: TEXT };
const STATUSES = 'queued, running, waiting, succeeded, failed, cancelled, timed_out';
const UNKNOWN = `No job known here has the status "needs_input": --status takes ${STATUSES}.\n`;

let service: ScriptedService;
beforeAll(async () => {
  service = await startScriptedService({
    tools: ['list_jobs', 'list_deliveries'].map((name) => ({
      name,
      class: 'read',
      input_schema: { type: 'object', properties },
    })),
    answer({ body, path }) {
      if (path.endsWith('deliveries')) return { body: { deliveries: [], next_before: null } };
      const jobs = JSON.parse(body).status === 'paused' ? [{ id: 'job_1' }] : [];
      return { body: { jobs, next_before: null } };
    },
  });
});
afterAll(() => service.stop());

test.each([
  { args: ['--status', 'needs_input'], stderr: UNKNOWN },
  { args: ['--status', 'needs_input', '-o', 'name'], stderr: UNKNOWN },
  { args: ['--status', 'needs_input', '--query', 'jobs[].id', '--all'], stderr: UNKNOWN },
  { args: ['--status', 'needs_input', '-o', 'jsonl', '--all'], stderr: UNKNOWN },
  {
    args: ['--outcome', 'failed'],
    stderr:
      'No job known here has the outcome "failed": --outcome takes done, not_done, needs_human.\n',
  },
  { args: ['--status', 'needs_input', '--quiet'], stderr: '' },
  { args: ['--status', 'failed'], stderr: '' },
  { args: ['--status', 'failed', '--all'], stderr: '' },
  // A later service has others.
  { args: ['--status', 'paused'], stderr: '' },
  { args: ['--status', 'paused', '--all'], stderr: '' },
  { args: [], stderr: '' },
])('an empty list of jobs tells a word that no job has: $args', async ({ args, stderr }) => {
  proves('UI-output-unknown-word');
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  const run = await runFleet(['cloud', 'list-jobs', ...args], { env });
  expect(run).toMatchObject({ code: 0, stderr });
});

test('so does an empty list of deliveries', async () => {
  proves('UI-output-unknown-word');
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  const list = (outcome: string) =>
    runFleet(['cloud', 'list-deliveries', '--outcome', outcome], { env });
  const outcomes = 'accepted, rejected, skipped, duplicate, held, lost, refused';
  const stderr = `No delivery known here has the outcome "failed": --outcome takes ${outcomes}.\n`;
  expect(await list('failed')).toMatchObject({ code: 0, stderr });
  expect(await list('rejected')).toMatchObject({ code: 0, stderr: '' });
});
