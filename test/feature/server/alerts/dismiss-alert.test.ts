import { expect, test } from 'vitest';
import { callAllWays } from '../../../support/operations/call-all-ways.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { startTestServer } from '../../../support/test-server.ts';

const failing = [{ name: 'disk', state: 'failing', message: 'full', fix: null }] as const;
const well = [{ name: 'disk', state: 'ok', message: 'fine', fix: null }] as const;

test('a dismissed alert opens again only when its condition clears and recurs', async () => {
  proves('OP-dismiss_alert', 'ERR-unknown_alert', 'ERR-unknown_alert@dismiss_alert');
  const server = await startTestServer();
  const { baseUrl, machineToken: token } = server;
  const report = (checks: typeof failing | typeof well) =>
    scriptMachine({ baseUrl, token, report: { checks } }).sync();
  const open = async () => (await server.tool('list_alerts', {})).body.alerts;
  await report(failing);
  const [alert] = await open();
  expect(alert).toMatchObject({ type: 'health_failing', state: 'open' });
  const { body } = await server.tool('dismiss_alert', { alert: alert.id }, 'run');
  expect(body).toMatchObject({ id: alert.id, state: 'resolved' });
  await report(failing);
  expect(await open()).toEqual([]);
  const again = { alert: alert.id };
  for (const { way, status, body: refusal } of await callAllWays(server, 'dismiss_alert', again)) {
    expect([way, status, refusal.code]).toEqual([way, 404, 'unknown_alert']);
  }
  await report(well);
  await report(failing);
  const [next, ...others] = await open();
  expect([next.id === alert.id, others]).toEqual([false, []]);
});

test('dismissing is for keys that run, and takes the id of an alert, on every way', async () => {
  proves('ERR-forbidden@dismiss_alert', 'ERR-invalid_request@dismiss_alert');
  const server = await startTestServer();
  const named = { alert: 'alt_00000000000' };
  for (const { way, status, body } of await callAllWays(server, 'dismiss_alert', named, 'read')) {
    expect([way, status, body.code]).toEqual([way, 403, 'forbidden']);
  }
  for (const input of [{}, { alert: '' }, { alert: 'x'.repeat(65) }, { alert: 7 }]) {
    for (const { way, status, body } of await callAllWays(server, 'dismiss_alert', input, 'run')) {
      expect([way, status, body.code]).toEqual([way, 400, 'invalid_request']);
      expect(body.detail).toContain('alert');
    }
  }
});
