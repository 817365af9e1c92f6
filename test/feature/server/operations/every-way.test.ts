import { expect, test } from 'vitest';
import { OPERATIONS, PAIRS } from '../../../requirements.ts';
import { callAllWays } from '../../../support/operations/call-all-ways.ts';
import { minimalInput } from '../../../support/operations/sample-inputs.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer } from '../../../support/test-server.ts';

/** What they need depends on the type of the command. */
const BY_TYPE: readonly string[] = ['send_command', 'get_command'];

test('a key whose scope is too small is refused on every way', async () => {
  proves(
    'ERR-forbidden@get_skill',
    'ERR-forbidden@run_skill',
    'ERR-forbidden@answer_job',
    'ERR-forbidden@cancel_job',
    'ERR-forbidden@get_job_artifact',
    'ERR-forbidden@dismiss_alert',
    'ERR-forbidden@rename_machine',
    'ERR-forbidden@disconnect_machine',
    'ERR-forbidden@save_skill',
    'ERR-forbidden@delete_skill',
    'ERR-forbidden@test_skill',
    'ERR-forbidden@replay_job',
    'ERR-forbidden@watch_job',
    'ERR-forbidden@replay_delivery',
    'ERR-forbidden@get_hosted_url',
    'ERR-forbidden@enable_hosted_url',
    'ERR-forbidden@disable_hosted_url',
    'ERR-forbidden@update_settings',
    'ERR-forbidden@list_channels',
    'ERR-forbidden@test_channel',
    'ERR-forbidden@list_audit_log',
  );
  const server = await startTestServer();
  for (const operation of PAIRS.forbidden.filter((name) => !BY_TYPE.includes(name))) {
    const input = minimalInput(OPERATIONS[operation].input);
    for (const { way, status, body } of await callAllWays(server, operation, input, 'read')) {
      expect([way, status, body.code]).toEqual([way, 403, 'forbidden']);
      expect(body.detail, way).toContain(OPERATIONS[operation].scope);
    }
  }
}, 120_000);

test('a member that an operation does not have is refused by name on every way', async () => {
  proves(
    'ERR-invalid_request@list_alerts',
    'ERR-invalid_request@get_machine',
    'ERR-invalid_request@list_skills',
    'ERR-invalid_request@get_skill',
    'ERR-invalid_request@run_skill',
    'ERR-invalid_request@list_inbox',
    'ERR-invalid_request@list_jobs',
    'ERR-invalid_request@get_job',
    'ERR-invalid_request@answer_job',
    'ERR-invalid_request@cancel_job',
    'ERR-invalid_request@get_job_artifact',
    'ERR-invalid_request@list_commands',
    'ERR-invalid_request@send_command',
    'ERR-invalid_request@get_command',
    'ERR-invalid_request@get_stats',
    'ERR-invalid_request@dismiss_alert',
    'ERR-invalid_request@rename_machine',
    'ERR-invalid_request@disconnect_machine',
    'ERR-invalid_request@save_skill',
    'ERR-invalid_request@delete_skill',
    'ERR-invalid_request@test_skill',
    'ERR-invalid_request@replay_job',
    'ERR-invalid_request@watch_job',
    'ERR-invalid_request@list_deliveries',
    'ERR-invalid_request@get_delivery',
    'ERR-invalid_request@replay_delivery',
    'ERR-invalid_request@get_hosted_url',
    'ERR-invalid_request@enable_hosted_url',
    'ERR-invalid_request@disable_hosted_url',
    'ERR-invalid_request@update_settings',
    'ERR-invalid_request@test_channel',
    'ERR-invalid_request@list_audit_log',
    'ERR-invalid_request@report_issue',
    'ERR-invalid_request@list_issues',
    'ERR-invalid_request@get_issue',
  );
  const server = await startTestServer();
  for (const operation of PAIRS.invalid_request) {
    const input = { ...minimalInput(OPERATIONS[operation].input), nonsense: 'x' };
    for (const { way, status, body } of await callAllWays(server, operation, input)) {
      expect([way, status, body.code]).toEqual([way, 400, 'invalid_request']);
      expect(body.detail, way).toContain('nonsense');
    }
  }
}, 120_000);
