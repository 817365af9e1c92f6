import { expect, test } from 'vitest';
import { addChannel } from '../../../../src/server/admin/channels.ts';
import { createInvitation } from '../../../../src/server/admin/invitations.ts';
import { createKey } from '../../../../src/server/admin/keys.ts';
import { pairNewMachine } from '../../../../src/server/admin/machines.ts';
import { addMember } from '../../../../src/server/admin/members.ts';
import { setPlan } from '../../../../src/server/admin/plan.ts';
import { callAllWays } from '../../../support/operations/call-all-ways.ts';
import { proves } from '../../../support/proves.ts';
import { runAdmin } from '../../../support/run-admin.ts';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';

const EMAIL = { kind: 'email', address: 'ops@example.com', alertTypes: [] };

test('billing tells the plan, what is used, the room left and the plan that fits, on every way', async () => {
  proves('OP-get_billing', 'ROUTE-GET-/api/v1/billing', 'FIELD-plan', 'FIELD-organisation-plan');
  const server = await startTestServer();
  const expected = {
    plan: {
      code: 'free',
      status: 'active',
      billing_period: 'monthly',
      cancellation_pending: false,
      prices: { monthly_cents: 0, yearly_cents: 0 },
      currency: 'USD',
    },
    limits: { machines: 3, people: 2, hosted_urls: 3, channels: 1, api_keys: 5 },
    usage: { machines: 1, people: 0, hosted_urls: 0, channels: 0, api_keys: 3 },
    room: { machines: 2, people: 2, hosted_urls: 3, channels: 1, api_keys: 2 },
    fitting_plan: 'free',
    enforced: false,
  };
  for (const { way, status, body } of await callAllWays(server, 'get_billing', {})) {
    expect([way, status]).toEqual([way, 200]);
    expect(body).toMatchObject(expected);
    expect((await fetch(body.change_at)).status).toBe(200);
  }
  for (const name of ['a', 'b', 'c'])
    await runAdmin(server, (admin) => pairNewMachine(admin, name));
  const over = (await server.tool('get_billing', {}, 'read')).body;
  expect([over.usage.machines, over.room.machines, over.fitting_plan]).toEqual([4, 0, 'team']);
  const changes = { plan: 'business', billingPeriod: 'yearly', cancellationPending: true };
  await runAdmin(server, (admin) => setPlan(admin, changes));
  const { body } = await server.tool('get_billing');
  expect(body.plan).toMatchObject({
    code: 'business',
    billing_period: 'yearly',
    cancellation_pending: true,
  });
  expect(body.room.machines).toBeNull();
  await expect(runAdmin(server, (admin) => setPlan(admin, { plan: 'gold' }))).rejects.toMatchObject(
    {
      kind: 'usage',
    },
  );
});

/** Each thing of which the free plan has few, added until there is no room. */
const ADDED = {
  machines: (server: TestServer, n: number) =>
    runAdmin(server, (admin) => pairNewMachine(admin, `m-${n}`)),
  api_keys: (server: TestServer, n: number) =>
    runAdmin(server, (admin) => createKey(admin, { name: `k-${n}`, scope: 'fleet:read' })),
  channels: (server: TestServer) => runAdmin(server, (admin) => addChannel(admin, EMAIL)),
  people: (server: TestServer, n: number) =>
    n === 0
      ? runAdmin(server, (admin) =>
          createInvitation(admin, { email: 'i@example.com', role: 'admin' }),
        )
      : runAdmin(server, (admin) =>
          addMember(admin, { name: 'P', email: `p${n}@example.com`, role: 'viewer' }),
        ),
} as const;

test.each(['machines', 'api_keys', 'channels', 'people'] as const)(
  'an enforced plan has no room for one more of its %s, and says which limit it is',
  async (limit) => {
    proves('LIM-plan', 'ERR-plan_limit');
    const server = await startTestServer({ enforcePlans: true });
    const add = ADDED[limit];
    const { room } = (await server.tool('get_billing')).body;
    for (let n = 0; n < room[limit]; n += 1) await add(server, n);
    await expect(add(server, 9)).rejects.toMatchObject({
      kind: 'refused',
      facts: { code: 'plan_limit', status: 402, detail: expect.stringContaining(`(${limit})`) },
    });
    expect((await server.tool('get_billing')).body.room[limit]).toBe(0);
    await runAdmin(server, (admin) => setPlan(admin, { plan: 'team' }));
    await add(server, 10);
  },
);

test('a plan that is not enforced stops nobody, and a restart can say otherwise', async () => {
  const server = await startTestServer({ enforcePlans: true });
  await server.close();
  const again = await startTestServer({ dataFolder: server.dataFolder });
  for (const n of [1, 2, 3, 4, 5]) await ADDED.machines(again, n);
  expect((await again.tool('get_billing')).body).toMatchObject({ enforced: false });
});
