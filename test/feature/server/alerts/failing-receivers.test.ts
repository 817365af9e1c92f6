import { expect, test } from 'vitest';
import {
  addTestChannel,
  diskReport,
  readChannel,
  startAlertServer,
} from '../../../support/alert-channels.ts';
import { type AlertReceiver, startAlertReceiver } from '../../../support/alert-receiver.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { proves } from '../../../support/proves.ts';

/** A machine that says nothing for so long goes offline, which is not told here. */
const CHECKS = { alertTypes: ['health_failing'] };
const ENDED = { state: 'failed', tries: 5, due_at: null };

test('what a receiver refuses is tried again, later each time, and the channel says why', async () => {
  proves('EVENT-alert-channels', 'FIELD-channel');
  const { server, machine, clock } = await startAlertServer();
  const receiver = await startAlertReceiver((response, place) => {
    response.writeHead(place < 2 ? 500 : 200).end('not for the channel');
  });
  const { id } = await addTestChannel(server, { ...CHECKS, address: receiver.url });
  await machine.sync({ report: diskReport('failing') });
  await machine.sync({ report: diskReport('ok') });
  const states = () => receiver.received.map(({ body }) => body.state);
  clock.advance(1000);
  await expect
    .poll(() => readChannel(server, id))
    .toMatchObject({ last_error: 'answered 500', last_error_at: '2026-10-01T12:00:01.000Z' });
  clock.advance(5000);
  await expect.poll(states).toEqual(['open', 'open']);
  await expect
    .poll(() => readChannel(server, id))
    .toMatchObject({ last_error_at: '2026-10-01T12:00:06.000Z' });
  clock.advance(30_000);
  // What the alert became is told after what it was, however late that arrives.
  await expect.poll(states).toEqual(['open', 'open', 'open', 'resolved']);
  await expect
    .poll(() => readChannel(server, id))
    .toMatchObject({
      last_error: null,
      last_error_at: null,
      last_delivery_at: '2026-10-01T12:00:36.000Z',
    });
});

test('after five tries it is given up', async () => {
  const { server, machine, clock } = await startAlertServer();
  const receiver = await startAlertReceiver((response) => response.writeHead(503).end());
  const { id } = await addTestChannel(server, { ...CHECKS, address: receiver.url });
  await machine.sync({ report: diskReport('failing') });
  const send = () =>
    server.service.store.read((db) => db.selectFrom('sends').selectAll().executeTakeFirst());
  let pauseMs = 1000;
  for (const [place, nextPauseMs] of [5000, 30_000, 120_000, 600_000, null].entries()) {
    clock.advance(pauseMs);
    const due_at = nextPauseMs === null ? null : clock.now() + nextPauseMs;
    await expect.poll(send).toMatchObject({ tries: place + 1, error: 'answered 503', due_at });
    pauseMs = nextPauseMs ?? 0;
  }
  expect(await send()).toMatchObject(ENDED);
  expect(receiver.received).toHaveLength(5);
  expect(await readChannel(server, id)).toMatchObject({ last_error: 'answered 503' });
});

/** Where a receiver that nobody runs would be. */
async function nobody(): Promise<string> {
  return 'http://127.0.0.1:9/hook/s3cret';
}

const BAD: readonly (readonly [string, () => Promise<string>, RegExp])[] = [
  ['refuses', nobody, /^cannot be reached \(\w+( \w+)*\)$/],
  [
    'hangs up',
    async () => (await startAlertReceiver((response) => response.destroy())).url,
    /^cannot be reached \(\w+\)$/,
  ],
];

test.each(BAD)('a receiver that %s is no failure of ours', async (_what, urlOf, error) => {
  const { server, machine, clock } = await startAlertServer();
  const { id } = await addTestChannel(server, { address: await urlOf() });
  await machine.sync({ report: diskReport('failing') });
  clock.advance(1000);
  await expect.poll(async () => (await readChannel(server, id)).last_error).toMatch(error);
  expect(server.log.join('')).not.toContain('s3cret');
  expect(server.log.filter((line) => line.includes('"error"'))).toEqual([]);
});

test('a redirect is not followed', async () => {
  const { server, machine, clock } = await startAlertServer();
  const target: AlertReceiver = await startAlertReceiver();
  const receiver = await startAlertReceiver((response) =>
    response.writeHead(307, { location: target.url }).end(),
  );
  const { id } = await addTestChannel(server, { ...CHECKS, address: receiver.url });
  await machine.sync({ report: diskReport('failing') });
  clock.advance(1000);
  await expect
    .poll(async () => (await readChannel(server, id)).last_error)
    .toBe('answered 307; redirects are not followed');
  expect(target.received).toEqual([]);
});

test('a receiver that never answers holds up nobody else, and is given up after ten seconds', async () => {
  const { server, machine, clock } = await startAlertServer();
  const silent = await startAlertReceiver(() => {});
  const other = await startAlertReceiver();
  const { id } = await addTestChannel(server, { ...CHECKS, address: silent.url });
  await addTestChannel(server, { ...CHECKS, address: other.url });
  await machine.sync({ report: diskReport('failing') });
  clock.advance(1000);
  await expect.poll(() => silent.received.length).toBe(1);
  await expect.poll(() => other.received.length).toBe(1);
  clock.advance(9999);
  await machine.sync({ report: diskReport('ok') });
  expect((await readChannel(server, id)).last_error).toBeNull();
  clock.advance(1);
  await expect
    .poll(async () => (await readChannel(server, id)).last_error)
    .toBe('no answer within 10 seconds');
});

test('a receiver is posted to once at a time, so that many alerts for a slow one hold up no other', async () => {
  const { server, machine, clock } = await startAlertServer();
  const silent = await startAlertReceiver(() => {});
  const other = await startAlertReceiver();
  await addTestChannel(server, { ...CHECKS, address: silent.url });
  const checks = Array.from({ length: 20 }, (_, place) => {
    return { name: `check-${place}`, state: 'failing', message: 'm', fix: null } as const;
  });
  await machine.sync({ report: { ...diskReport('failing'), checks } });
  clock.advance(1000);
  await expect.poll(() => silent.received.length).toBeGreaterThan(0);
  await addTestChannel(server, { ...CHECKS, address: other.url });
  await machine.sync({ report: diskReport('failing') });
  clock.advance(1000);
  // One after the other, which no time limit is about.
  await expect.poll(() => other.received.length, { timeout: 60_000 }).toBe(21);
  expect(silent.received.length).toBeLessThanOrEqual(server.baseUrls.length);
}, 80_000);

test('an answer without end counts by its status and is not read', async () => {
  const { server, machine, clock } = await startAlertServer();
  let isOver = false;
  const receiver = await startAlertReceiver((response) => {
    response.writeHead(200);
    response.on('close', () => {
      isOver = true;
    });
    const write = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', write);
    write();
  });
  const { id } = await addTestChannel(server, { ...CHECKS, address: receiver.url });
  await machine.sync({ report: diskReport('failing') });
  clock.advance(1000);
  await expect.poll(async () => (await readChannel(server, id)).last_delivery_at).not.toBeNull();
  await expect.poll(() => isOver).toBe(true);
});

test('a send that a stopped server had on its way is sent by the next one', async () => {
  proves('EVENT-alert-channels');
  const first = await startAlertServer();
  const receiver = await startAlertReceiver((response, place) => {
    if (place > 0) response.writeHead(204).end();
  });
  const { id } = await addTestChannel(first.server, { ...CHECKS, address: receiver.url });
  await first.machine.sync({ report: diskReport('failing') });
  first.clock.advance(1000);
  await expect.poll(() => receiver.received.length).toBe(1);
  const { dataFolder } = first.server;
  await first.server.close();
  const { server } = await startAlertServer({ dataFolder, clock: first.clock });
  expect((await readChannel(server, id)).last_error).toBeNull();
  const sentAfter = () => {
    first.clock.advance(1000);
    return receiver.received.length;
  };
  await expect.poll(sentAfter, { interval: 100, timeout: 20_000 }).toBeGreaterThan(1);
  expect(receiver.received[1]?.body).toEqual({
    ...receiver.received[0]?.body,
    url: expect.stringContaining('/api/v1/machines/mac_'),
  });
});

test('what waits for its next try is sent also where the clock was set back by a day', async () => {
  proves('EVENT-alert-channels');
  let setBackMs = 0;
  const timers = createFakeClock();
  const now = () => timers.now() - setBackMs;
  const { server, machine } = await startAlertServer({ clock: { ...timers, now } });
  const receiver = await startAlertReceiver((response, place) => {
    response.writeHead(place === 0 ? 500 : 204).end();
  });
  const { id } = await addTestChannel(server, { ...CHECKS, address: receiver.url });
  await machine.sync({ report: diskReport('failing') });
  timers.advance(1000);
  await expect.poll(async () => (await readChannel(server, id)).last_error).not.toBeNull();
  setBackMs = 24 * 60 * 60 * 1000;
  await machine.sync({ report: diskReport('ok') });
  const states = () => {
    timers.advance(1000);
    return receiver.received.map(({ body }) => body.state);
  };
  await expect.poll(states, { interval: 100 }).toEqual(['open', 'open', 'resolved']);
});
