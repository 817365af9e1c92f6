import { expect, test } from 'vitest';
import { callAllWays } from '../../../support/operations/call-all-ways.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { deliveryReport } from '../../../support/sync-reports.ts';
import { startTestServer } from '../../../support/test-server.ts';

test('a delivery is replayed on no machine of no name, and on none of two', async () => {
  proves('ERR-unknown_machine@replay_delivery', 'ERR-ambiguous_machine@replay_delivery');
  const server = await startTestServer();
  const report = { hostname: 'twin.local' };
  for (const token of [server.machineToken, await server.pair('build-02')]) {
    await scriptMachine({ baseUrl: server.baseUrl, token, report }).sync({
      deliveries: token === server.machineToken ? [deliveryReport()] : [],
    });
  }
  for (const [machine, expected, code] of [
    ['nobody', 404, 'unknown_machine'],
    ['twin.local', 409, 'ambiguous_machine'],
  ] as const) {
    const input = { delivery: 'd-1', machine };
    for (const { way, status, body } of await callAllWays(server, 'replay_delivery', input)) {
      expect([way, status, body.code]).toEqual([way, expected, code]);
    }
  }
});
