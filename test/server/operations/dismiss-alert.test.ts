import { expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { scriptMachine } from '../../support/scripted-machine.ts';
import { startTestServer } from '../../support/server.ts';
import { callAllWays } from '../../surface/ways.ts';

const failing = [{ name: 'disk', state: 'failing', message: 'full', fix: null }] as const;
const well = [{ name: 'disk', state: 'ok', message: 'fine', fix: null }] as const;

test('a dismissed alert opens again only when its condition clears and recurs', async () => {
  proves('OP-dismiss_alert', 'ERR-unknown_alert');
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
  expect((await server.tool('dismiss_alert', { alert: next.id }, 'read')).body.code).toBe(
    'forbidden',
  );
});
