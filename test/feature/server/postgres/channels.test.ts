import { expect, test } from 'vitest';
import { addTestChannel } from '../../../support/alert-channels.ts';
import { startAlertReceiver } from '../../../support/alert-receiver.ts';
import { describePostgres } from '../../../support/postgres/test-database.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { machineReport } from '../../../support/sync-reports.ts';
import { startTestServer } from '../../../support/test-server.ts';

describePostgres('two processes', () => {
  test('what two processes could both send is sent once', async () => {
    proves('EVENT-alert-channels');
    const server = await startTestServer();
    const machine = scriptMachine({ baseUrl: server.baseUrl, token: server.machineToken });
    const receivers = await Promise.all(Array.from({ length: 4 }, () => startAlertReceiver()));
    for (const { url } of receivers) await addTestChannel(server, { address: url });
    const checks = Array.from({ length: 10 }, (_, place) => {
      return { name: `check-${place}`, state: 'failing', message: 'm', fix: null } as const;
    });
    await machine.sync({ report: machineReport({ checks }) });
    const pending = () =>
      server.service.store.read((db) =>
        db.selectFrom('sends').select('id').where('state', '=', 'pending').execute(),
      );
    await expect.poll(pending).toEqual([]);
    const titles = checks.map(({ name }) => `${name}: m`);
    for (const { received } of receivers) {
      expect(received.map(({ body }) => body.title).sort()).toEqual(titles);
    }
  }, 60_000);
});
