import { expect, test } from 'vitest';
import { ATTACKS } from '../../requirements.ts';
import { proves } from '../../support/proves.ts';
import { scriptMachine } from '../../support/scripted-machine.ts';
import { deliveryReport } from '../../support/sync-reports.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

const { bodiesMax, bytesMax } = ATTACKS['ATTACK-full-disk'];

interface Webhooks {
  readonly name: string;
  readonly count: number;
  readonly bytes: number;
  /** When the first one came. */
  readonly hour?: number;
  readonly skill?: string | null;
  readonly outcome?: 'rejected' | 'duplicate' | 'accepted';
}

/** Reports of webhooks with a body, a second after each other, as a machine without limits sends them. */
function webhooks({ name, count, bytes, hour = 1, ...decided }: Webhooks) {
  const { skill = 'deploy-check', outcome = 'rejected' } = decided;
  const body = Buffer.alloc(bytes, 'x').toString('base64url');
  return Array.from({ length: count }, (_, place) =>
    deliveryReport({
      machine_delivery_id: `${name}-${place}`,
      received_at: new Date(Date.UTC(2026, 9, 1, hour, 0, place)).toISOString(),
      skill,
      outcome,
      body_bytes: bytes,
      body,
    }),
  );
}

/** The machine's ids of the deliveries whose bodies the server has, oldest first. */
async function kept({ tool }: TestServer): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let before: string | null | undefined; before !== null; ) {
    const { body } = await tool('list_deliveries', { limit: 100, ...(before && { before }) });
    const stored = body.deliveries.filter((one: { body_stored: boolean }) => one.body_stored);
    ids.push(...stored.map((one: { machine_delivery_id: string }) => one.machine_delivery_id));
    before = body.next_before;
  }
  return ids.reverse();
}

const names = (name: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, place) => `${name}-${from + place}`);

test('of what a machine rejected the server keeps the newest bodies, whatever it is sent', async () => {
  proves('ATTACK-full-disk');
  const server = await startTestServer();
  const { baseUrl, machineToken: token } = server;
  const { sync } = scriptMachine({ baseUrl, token });
  await sync({ deliveries: webhooks({ name: 'ok', count: 1, bytes: 10, outcome: 'accepted' }) });
  const many = { name: 'small', count: bodiesMax + 30, bytes: 10, hour: 2 };
  await sync({ deliveries: webhooks(many) });
  expect(await kept(server)).toEqual(['ok-0', ...names('small', 30, bodiesMax + 30)]);
  const outcome = 'duplicate';
  const large = webhooks({ name: 'large', count: 60, bytes: 100_000, hour: 3, outcome });
  await sync({ deliveries: large.slice(0, 30) });
  await sync({ deliveries: large.slice(30) });
  const fitting = Math.floor(bytesMax / 100_000);
  expect(fitting).toBe(52);
  expect((await kept(server)).filter((id) => id.startsWith('large-'))).toEqual(
    names('large', 60 - fitting, 60),
  );
  const { body } = await server.tool('get_delivery', { delivery: 'large-59', include_body: true });
  expect(body.body).toHaveLength(100_000);
  expect((await server.tool('get_delivery', { delivery: 'large-0' })).body.body_stored).toBe(false);
});

test('it keeps no body for a path without a skill, and another skill has room of its own', async () => {
  proves('ATTACK-full-disk');
  const server = await startTestServer();
  const { baseUrl, machineToken: token } = server;
  const { sync } = scriptMachine({ baseUrl, token });
  await sync({
    deliveries: [
      ...webhooks({ name: 'none', count: 2, bytes: 10, skill: 'no-such-skill' }),
      ...webhooks({ name: 'null', count: 2, bytes: 10, skill: null }),
      ...webhooks({ name: 'here', count: 2, bytes: 10 }),
    ],
  });
  expect(await kept(server)).toEqual(['here-0', 'here-1']);
});

test('a rejected webhook that is accepted after all keeps its body, however many come after it', async () => {
  proves('ATTACK-full-disk');
  const server = await startTestServer();
  const { baseUrl, machineToken: token } = server;
  const { sync } = scriptMachine({ baseUrl, token });
  const [first] = webhooks({ name: 'first', count: 1, bytes: 10 });
  if (first === undefined) throw new Error('no webhook');
  await sync({ deliveries: [first] });
  await sync({ deliveries: [{ ...first, outcome: 'accepted', body: null }] });
  await sync({ deliveries: webhooks({ name: 'later', count: bodiesMax + 1, bytes: 10, hour: 2 }) });
  expect(await kept(server)).toEqual(['first-0', ...names('later', 1, bodiesMax + 1)]);
});
