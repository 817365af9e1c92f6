import { Client } from 'pg';
import { expect, test } from 'vitest';
import { startHostedUrlServer } from '../../../support/hosted-url-server.ts';
import {
  choosePostgres,
  databaseOf,
  needsPostgres,
} from '../../../support/postgres/test-database.ts';
import { proves } from '../../../support/proves.ts';
import { deliveryReport } from '../../../support/sync-reports.ts';

needsPostgres();
choosePostgres();

/** Runs `work` for the places 0 to `count` - 1, `atOnce` of them at a time. */
async function many<T>(
  count: number,
  atOnce: number,
  work: (place: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const place = next;
      next += 1;
      results[place] = await work(place);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** How many transactions of this database were rolled back. */
async function rolledBack(dataFolder: string): Promise<number> {
  const client = new Client({ connectionString: await databaseOf(dataFolder) });
  await client.connect();
  try {
    // Sessions that are idle tell their numbers within a second.
    await client.query('select pg_sleep(1.2)');
    const { rows } = await client.query(
      'select xact_rollback::int as count from pg_stat_database where datname = current_database()',
    );
    return rows[0].count;
  } finally {
    await client.end();
  }
}

test('eight senders at two processes each get an id for each of their webhooks', async () => {
  proves('WIRE-in-token');
  const { server, enable } = await startHostedUrlServer();
  const path = new URL(await enable()).pathname;
  const answers = await many(200, 8, async (place) => {
    const answer = await fetch(`${server.baseUrls[place % 2]}${path}`, {
      method: 'POST',
      body: String(place),
    });
    const { delivery } = (await answer.json()) as { delivery?: string };
    return { status: answer.status, delivery };
  });
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  expect(new Set(answers.map(({ delivery }) => delivery)).size).toBe(200);
  expect(await rolledBack(server.dataFolder)).toBeLessThan(20);
}, 60_000);

test('webhooks of one millisecond that many syncs report at once each get an id of their own', async () => {
  const { server } = await startHostedUrlServer();
  const tokens = await many(8, 4, (place) => server.pair(`web-${place}`));
  const statuses = await many(8, 8, async (place) => {
    const deliveries = Array.from({ length: 5 }, (_, at) =>
      deliveryReport({ machine_delivery_id: `d-${place}-${at}` }),
    );
    const answer = await fetch(`${server.baseUrls[place % 2]}/machine/v1/sync`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens[place]}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        sent_at: '2026-10-01T12:00:00.000Z',
        wait_seconds: 0,
        jobs: [],
        deliveries,
        holding: [],
        results: [],
        events_waiting: 0,
      }),
    });
    await answer.arrayBuffer();
    return answer.status;
  });
  expect(new Set(statuses)).toEqual(new Set([200]));
  const listed = await server.tool('list_deliveries', { limit: 100 });
  expect(listed.body.deliveries).toHaveLength(40);
}, 60_000);

test('of six disconnects at once over two processes one ends the pairing, the others are refused', async () => {
  const { server } = await startHostedUrlServer();
  const answers = await many(6, 6, () =>
    server.tool('disconnect_machine', { machine: 'build-01' }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  const refused = answers.filter(({ status }) => status === 409);
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['revoked']));
  const { body } = await server.tool('list_audit_log', { action: 'machine.disconnect' });
  expect(body.entries).toHaveLength(1);
}, 60_000);
