import { expect, test } from 'vitest';
import { insertChannel } from '../../../src/server/channels/channel-queries.ts';
import {
  insertNotification,
  updateNotification,
} from '../../../src/server/channels/notification-queries.ts';
import { recordOutcome } from '../../../src/server/channels/send-notification.ts';
import { newestId } from '../../../src/server/database/newest-id.ts';
import { openTestService } from '../../support/test-service.ts';

test('the outcome of a try whose claim another process has taken over changes nothing', async () => {
  const { service, organisation } = await openTestService();
  const { store } = service;
  const { channel, send } = await store.write(async (transaction) => {
    const made = await insertChannel(transaction, {
      organisation,
      id: transaction.newId(),
      kind: 'webhook',
      alert_types: '[]',
      enabled: 1,
      address: 'https://hooks.example.com',
      created_at: transaction.now,
    });
    const due = { purpose: 'alert', alert: null, body: '{}', tries: 1, due_at: 7 } as const;
    return {
      channel: made,
      send: await insertNotification(transaction, { organisation, channel: made.id, ...due }),
    };
  });
  expect(await store.read(newestId)).toBe(send.id);
  const taken = await store.write((transaction) =>
    updateNotification(transaction, send, { tries: 2, due_at: 9 }),
  );
  const failed = { state: 'failed', error: 'answered 500' } as const;
  const ended = await store.write((transaction) =>
    recordOutcome(transaction, { send, channel }, failed),
  );
  expect(ended).toBeUndefined();
  const rows = await store.read(async (db) => [
    await db.selectFrom('sends').selectAll().executeTakeFirst(),
    await db.selectFrom('channels').selectAll().executeTakeFirst(),
  ]);
  expect(rows).toEqual([taken, channel]);
});
