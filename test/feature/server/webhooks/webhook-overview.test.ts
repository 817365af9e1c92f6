import { expect, test } from 'vitest';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { startHostedUrlServer } from '../../../support/hosted-url-server.ts';
import { proves } from '../../../support/proves.ts';
import { deliveryReport } from '../../../support/sync-reports.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

test('webhooks rejected in the last 24 hours are in the overview, with the step to read why', async () => {
  proves('OP-describe_cloud');
  const clock = createFakeClock();
  const { server, machine } = await startHostedUrlServer({ clock });
  const reason = { code: 'bad_signature', reason: 'the signature is wrong', http_status: 401 };
  const rejected = deliveryReport({ outcome: 'rejected', ...reason });
  const accepted = deliveryReport({ machine_delivery_id: 'd-2' });
  await machine.sync({ deliveries: [rejected, accepted] });
  clock.advance(DAY_MS);
  const { body } = await server.tool('describe_cloud', {}, 'read');
  expect(body.needs_attention.rejected_deliveries).toMatchObject([
    { machine_delivery_id: 'd-1', outcome: 'rejected', code: 'bad_signature' },
  ]);
  const since = '2026-10-01T12:00:00.000Z';
  const [step] = body.next_steps.filter(({ tool }: { tool: string }) => tool === 'list_deliveries');
  expect(step).toMatchObject({ input: { outcome: 'rejected', since } });
  expect(step.why).toContain('24 hours: 1;');
  const { deliveries } = (await server.tool('list_deliveries', step.input, 'read')).body;
  expect(deliveries).toHaveLength(1);
  clock.advance(1);
  const later = (await server.tool('describe_cloud')).body;
  expect(later.needs_attention.rejected_deliveries).toEqual([]);
  expect(JSON.stringify(later.next_steps)).not.toContain('rejected');
});

test('the overview shows the newest twenty of a kind and says that there may be more', async () => {
  const { server, machine } = await startHostedUrlServer({ clock: createFakeClock() });
  const deliveries = Array.from({ length: 21 }, (_, place) =>
    deliveryReport({ machine_delivery_id: `d-${place}`, outcome: 'rejected' }),
  );
  await machine.sync({ deliveries });
  const { body } = await server.tool('describe_cloud');
  expect(body.needs_attention.rejected_deliveries).toHaveLength(20);
  expect(body.next_steps[0].why).toContain('24 hours: 20 or more;');
});

test('the overview counts what is held for a machine as every list of machines does', async () => {
  proves('OP-describe_cloud');
  const { server, enable } = await startHostedUrlServer();
  const url = await enable();
  for (const body of ['1', '2']) await fetch(url, { method: 'POST', body });
  const { machines } = (await server.tool('describe_cloud')).body;
  expect(machines[0].link.events_waiting).toBe(2);
  expect(machines).toEqual((await server.tool('list_machines')).body.machines);
});
