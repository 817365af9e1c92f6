import { expect, test } from 'vitest';
import type { Members } from '../../../requirements/entry.ts';
import { OPERATIONS } from '../../../requirements.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import {
  invalidValues,
  minimalInput,
  shown,
  validValues,
} from '../../../support/operations/sample-inputs.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';

proves(
  'INPUT-describe_cloud',
  'INPUT-list_alerts',
  'INPUT-list_machines',
  'INPUT-get_machine',
  'INPUT-list_skills',
  'INPUT-get_skill',
  'INPUT-run_skill',
  'INPUT-list_inbox',
  'INPUT-list_jobs',
  'INPUT-get_job',
  'INPUT-answer_job',
  'INPUT-cancel_job',
  'INPUT-get_job_artifact',
  'INPUT-list_commands',
  'INPUT-send_command',
  'INPUT-get_command',
  'INPUT-dismiss_alert',
  'INPUT-rename_machine',
  'INPUT-disconnect_machine',
  'INPUT-save_skill',
  'INPUT-delete_skill',
  'INPUT-replay_job',
  'INPUT-get_settings',
  'INPUT-list_audit_log',
  'INPUT-list_channels',
  'INPUT-get_billing',
  'INPUT-list_members',
  'INPUT-test_channel',
  'INPUT-report_issue',
  'INPUT-list_issues',
  'INPUT-get_issue',
  'ERR-invalid_request',
  'LIM-answer-fields',
  'LIM-page-inbox',
  'LIM-page-jobs',
  'LIM-page-alerts',
  'LIM-page-issues',
  'WIRE-code-points',
  'WIRE-nul',
  'INPUT-get_stats',
  'INPUT-test_skill',
  'INPUT-watch_job',
  'INPUT-list_deliveries',
  'INPUT-get_delivery',
  'INPUT-replay_delivery',
  'INPUT-list_hosted_urls',
  'INPUT-get_hosted_url',
  'INPUT-enable_hosted_url',
  'INPUT-disable_hosted_url',
  'INPUT-get_pricing',
  'INPUT-update_settings',
  'LIM-page-deliveries',
  'LIM-stats-window',
  'LIM-watch-time',
  'LIM-skill-md',
  'CONV-operation-object',
);

const operations: readonly (readonly [string, Members])[] = Object.entries(OPERATIONS).map(
  ([name, { input }]) => [name, input],
);

/** The detail of the refusal, or `accepted` where the input passed validation. */
async function refusalOf(server: TestServer, operation: string, body: unknown): Promise<string> {
  const answer = await server.tool(operation, body);
  expect(answer.body['code']).not.toBe('unknown_tool');
  expect(answer.body['code'], operation).not.toBe('rate_limited');
  if (answer.body['code'] !== 'invalid_request') return 'accepted';
  expect(answer.status).toBe(400);
  return String(answer.body['detail']);
}

const HOUR_MS = 60 * 60 * 1000;

type Ask = (input: unknown) => Promise<string>;

/** Runs `check` for each operation on one server, with what asks it: once an hour, so that no limit is reached. */
async function forEachOperation(
  check: (ask: Ask, operation: string, members: Members) => Promise<void>,
): Promise<void> {
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  for (const [operation, members] of operations) {
    const ask: Ask = (input) => {
      clock.sleep(HOUR_MS);
      return refusalOf(server, operation, input);
    };
    await check(ask, operation, members);
  }
}

test('every operation names the member whose value it refuses', async () => {
  await forEachOperation(async (ask, operation, members) => {
    const least = minimalInput(members);
    for (const [name, member] of Object.entries(members)) {
      for (const value of invalidValues(member)) {
        const detail = await ask({ ...least, [name]: value });
        expect(detail, `${operation} ${name}: ${shown(value)}`).toContain(name);
      }
    }
    for (const left of Object.keys(least)) {
      const input = Object.entries(least).filter(([name]) => name !== left);
      const detail = await ask(Object.fromEntries(input));
      expect(detail, `${operation} without ${left}`).toContain(left);
    }
  });
}, 120_000);

test('every operation takes every member up to its borders', async () => {
  await forEachOperation(async (ask, operation, members) => {
    // It needs one of its members, whichever that is.
    const least = operation === 'update_settings' ? { name: 'Acme' } : minimalInput(members);
    expect(await ask(least), operation).toBe('accepted');
    for (const [name, member] of Object.entries(members)) {
      for (const value of validValues(name, member)) {
        // Nothing that the input names exists, so that no call is held as long as it allows.
        const refusal = await ask({ ...least, [name]: value });
        expect(refusal, `${operation} ${name}: ${shown(value)}`).toBe('accepted');
      }
    }
  });
}, 120_000);

test('an operation takes an object and nothing else', async () => {
  const server = await startTestServer();
  for (const [operation] of operations) {
    for (const body of ['[]', '"text"', '7', 'true', 'null']) {
      const answer = await refusalOf(server, operation, body);
      expect(answer, `${operation}: ${body}`).not.toBe('accepted');
    }
  }
});
