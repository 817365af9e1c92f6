import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFakeClock } from '../../support/fake-clock.ts';
import { answers, drops, serve, stalls, stallsInBody } from '../../support/misbehaving-server.ts';
import { ACTION, connectionsTo, READ, WAYS } from '../../support/ways-to-connect.ts';

describe.each(WAYS)('%s', (way) => {
  test('the request goes out as it is, with its length, and without a body where it has none', async () => {
    const server = await serve(answers(200, '{}'));
    const { send } = connectionsTo(server.url, way);
    const headers = { 'x-a': 'b' };
    const body = '{"a":"é"}';
    for (const method of ['POST', 'DELETE', 'GET']) {
      await send({ ...READ, method, path: '/a?b=%20', headers, body });
      await send({ ...READ, method, path: '/a?b=%20', headers, body: undefined });
    }
    expect(server.seen.map((seen) => [seen.method, seen.body])).toEqual([
      ['POST', body],
      ['POST', ''],
      ['DELETE', body],
      ['DELETE', ''],
      ['GET', body],
      ['GET', ''],
    ]);
    for (const { headers: got, url } of server.seen) {
      expect([got['x-a'], got['transfer-encoding']]).toEqual(['b', undefined]);
      expect(new URL(url, 'http://fleet.test').search).toBe('?b=%20');
    }
    const host = way === 'through a proxy' ? 'fleet.test' : new URL(server.url).host;
    expect(server.seen[0]?.headers).toMatchObject({ host, 'content-length': '10' });
  });

  test.each([
    ['a line feed in a header', { headers: { 'x-a': 'a\r\nx-b: c' } }],
    ['a name that is none', { headers: { 'x a': 'b' } }],
    ['a space in the path', { path: '/a b HTTP/1.1\r\n' }],
    ['a method that is none', { method: 'GET /' }],
  ])('%s is never sent', async (_name, wrong) => {
    const server = await serve(answers(200, '{}'));
    const { send } = connectionsTo(server.url, way);
    expect((await send({ ...ACTION, ...wrong })).kind).toBe('not_connected');
    expect(await send(ACTION)).toMatchObject({ kind: 'answered' });
    expect(await send({ ...ACTION, ...wrong })).toMatchObject({ kind: 'not_connected' });
    expect(server.seen.length).toBe(1);
  });
});

describe.each(WAYS)('%s', (way) => {
  test('a request that ends while its connection is being made is never sent', async () => {
    const server = await serve(answers(200, '{}'));
    const clock = createFakeClock();
    const { send } = connectionsTo(server.url, way, clock);
    const late = send(ACTION);
    // The way is loaded and chosen first; nothing comes of a socket before the next turn of the loop.
    await Promise.resolve();
    while (clock.timers === 0) await new Promise(process.nextTick);
    clock.advance(1_000);
    expect(await late).toMatchObject({ kind: 'timed_out', sent: false });
    expect(await send({ ...ACTION, path: '/next' })).toMatchObject({ kind: 'answered' });
    expect(server.seen.map(({ url }) => new URL(url, server.url).pathname)).toEqual(['/next']);
  });

  test('a request whose signal had aborted before is never sent', async () => {
    const server = await serve(answers(200, '{}'));
    const { send } = connectionsTo(server.url, way);
    const ended = await send({ ...ACTION, signal: AbortSignal.abort() });
    expect(ended).toEqual({ kind: 'aborted', sent: false });
    expect(server.seen).toEqual([]);
  });

  test.each([
    ['before a byte of the response', stalls],
    ['in its body', stallsInBody],
  ])('a request that is aborted or too late %s closes its connection', async (_name, behaviour) => {
    const server = await serve(behaviour);
    const clock = createFakeClock();
    const { send } = connectionsTo(server.url, way, clock);
    const controller = new AbortController();
    const aborted = send({ ...ACTION, signal: controller.signal });
    await expect.poll(() => server.seen.length).toBe(1);
    controller.abort();
    expect(await aborted).toEqual({ kind: 'aborted', sent: true });
    const late = send(ACTION);
    await expect.poll(() => server.seen.length).toBe(2);
    clock.advance(1_000);
    expect(await late).toMatchObject({ kind: 'timed_out', sent: true });
    const [first, second] = server.seen;
    expect(first?.fromPort).not.toBe(second?.fromPort);
    await expect.poll(() => server.openConnections()).toBe(0);
  });
});

describe.each(WAYS)('%s', (way) => {
  test('with a signal of its own for what is on its way, an abort ends only what was not sent', async () => {
    const server = await serve(stalls);
    const { send } = connectionsTo(server.url, way);
    const [person, sending] = [new AbortController(), new AbortController()];
    const signals = { signal: person.signal, sendingSignal: sending.signal };
    let ended: unknown;
    const onItsWay = send({ ...ACTION, ...signals }).then((how) => {
      ended = how;
    });
    await expect.poll(() => server.seen.length).toBe(1);
    person.abort();
    expect(await send({ ...ACTION, ...signals })).toEqual({ kind: 'aborted', sent: false });
    expect([ended, server.seen.length]).toEqual([undefined, 1]);
    sending.abort();
    await onItsWay;
    expect(ended).toEqual({ kind: 'aborted', sent: true });
  });

  test('with one, an abort ends the connection that is being made', async () => {
    const server = await serve(answers(200, '{}'));
    const clock = createFakeClock();
    const { send } = connectionsTo(server.url, way, clock);
    const person = new AbortController();
    const sendingSignal = new AbortController().signal;
    const ended = send({ ...ACTION, signal: person.signal, sendingSignal });
    await Promise.resolve();
    while (clock.timers === 0) await new Promise(process.nextTick);
    person.abort();
    expect(await ended).toEqual({ kind: 'aborted', sent: false });
    expect(await send({ ...ACTION, path: '/next' })).toMatchObject({ kind: 'answered' });
    expect(server.seen.map(({ url }) => new URL(url, server.url).pathname)).toEqual(['/next']);
  });
});

describe.each(WAYS)('%s', (way) => {
  test('nobody who listens is no connection', async () => {
    const { send } = connectionsTo('http://127.0.0.1:1', way);
    expect(await send(ACTION)).toEqual({
      kind: 'not_connected',
      reason: 'ECONNREFUSED',
      ...(way === 'through a proxy' && { proxy: '127.0.0.1:1' }),
    });
  });

  test('a connection that breaks under a request that was sent is broken', async () => {
    const server = await serve(drops);
    const { send } = connectionsTo(server.url, way);
    expect((await send({ ...ACTION, body: 'x'.repeat(10_000_000) })).kind).toBe('broken');
  });

  test('a response that comes before the whole request is taken, and the rest not sent', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(413, { 'content-length': '2' }).end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const { send } = connectionsTo(`http://127.0.0.1:${port}`, way);
    const ended = await send({ ...ACTION, body: 'x'.repeat(50_000_000) });
    expect(ended).toMatchObject({ kind: 'answered', status: 413 });
  });

  test('a response beyond 64 MiB is not taken, and its connection closed', async () => {
    const server = await serve((response) => {
      response.writeHead(200, {});
      const part = Buffer.alloc(1024 * 1024);
      const more = (): void => void (response.destroyed || response.write(part, more));
      more();
    });
    const { send } = connectionsTo(server.url, way);
    expect(await send(ACTION)).toEqual({ kind: 'too_large' });
    await expect.poll(() => server.openConnections()).toBe(0);
  });
});
