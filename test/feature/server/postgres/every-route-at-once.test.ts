import { expect, test } from 'vitest';
import type { Members } from '../../../requirements/entry.ts';
import { OPERATIONS } from '../../../requirements.ts';
import { startHostedUrlServer } from '../../../support/hosted-url-server.ts';
import { httpRequestsFor, type OperationName } from '../../../support/operations/call-all-ways.ts';
import { type Input, minimalInput } from '../../../support/operations/sample-inputs.ts';
import { choosePostgres, needsPostgres } from '../../../support/postgres/test-database.ts';
import { deliveryReport, runReport } from '../../../support/sync-reports.ts';

needsPostgres();
choosePostgres();

/** What it ends is there for the others until then. */
const LAST: readonly OperationName[] = ['disconnect_machine'];
const AT_ONCE = 6;

/** A server on two processes whose machine has a job that waits, a delivery and a hosted URL. */
async function startBusyServer() {
  const { server, machine, enable } = await startHostedUrlServer();
  const url = await enable();
  const job = { ...runReport('m-1'), machine_job_id: 'm-1', job: null, status: 'waiting' } as const;
  await machine.sync({ jobs: [job], deliveries: [deliveryReport()] });
  const named: Input = {
    machine: 'build-01',
    skill: 'deploy-check',
    job: 'm-1',
    delivery: 'd-1',
    wait_seconds: 0,
    type: 'ping',
  };
  return { server, url, named };
}

/** The required members of the operation, with what is there where a name is asked for. */
function inputOf(operation: OperationName, named: Input): Input {
  const members: Members = OPERATIONS[operation].input;
  const known = Object.entries(named).filter(([name]) => Object.hasOwn(members, name));
  return { ...minimalInput(members), ...Object.fromEntries(known) };
}

test('every operation answers six callers at once on two processes, on each of its routes', async () => {
  const { server, named } = await startBusyServer();
  const operations = Object.keys(OPERATIONS) as OperationName[];
  const ordered = [...operations.filter((name) => !LAST.includes(name)), ...LAST];
  const failed: string[] = [];
  for (const operation of ordered) {
    for (const way of httpRequestsFor(operation, inputOf(operation, named))) {
      const { path, method, body } = way;
      const sent = body === undefined ? {} : { body };
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, place) =>
          server.call(path, { method, scope: place === 0 ? 'run' : 'admin', ...sent }),
        ),
      );
      const wrong = answers.filter(({ status }) => status >= 500);
      failed.push(...wrong.map(({ status, text }) => `${way.name}: ${status} ${text}`));
    }
  }
  expect(failed).toEqual([]);
}, 120_000);

test('senders, machines and callers at once on two processes are each answered', async () => {
  const { server, url } = await startBusyServer();
  const { pathname } = new URL(url);
  const tokens = await Promise.all([1, 2, 3].map((place) => server.pair(`busy-${place}`)));
  const at = (place: number): string => server.baseUrls[place % 2] ?? '';
  const sync = JSON.stringify({
    sent_at: '2026-10-01T12:00:00.000Z',
    wait_seconds: 0,
    jobs: [],
    holding: [],
    results: [],
    events_waiting: 0,
  });
  const json = { 'content-type': 'application/json' };
  const one = async (place: number): Promise<readonly number[]> => {
    const token = tokens[place % tokens.length];
    const answers = await Promise.all([
      fetch(`${at(place)}${pathname}`, { method: 'POST', body: String(place) }),
      fetch(`${at(place)}/machine/v1/sync`, {
        method: 'POST',
        headers: { ...json, authorization: `Bearer ${token}` },
        body: sync,
      }),
      server.tool('run_skill', { machine: 'build-01', skill: 'deploy-check', wait_seconds: 0 }),
      server.call('/api/mcp', {
        body: { jsonrpc: '2.0', id: place, method: 'tools/call', params: { name: 'list_jobs' } },
      }),
    ]);
    return answers.map(({ status }) => status);
  };
  for (let round = 0; round < 5; round += 1) {
    const statuses = await Promise.all(Array.from({ length: 8 }, (_, place) => one(place)));
    expect(statuses).toEqual(Array.from({ length: 8 }, () => [202, 200, 202, 200]));
  }
}, 60_000);
