import net from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFakeClock } from '../../support/fake-clock.ts';
import { answers, serve } from '../../support/misbehaving-server.ts';
import { serveRaw } from '../../support/raw-server.ts';
import { ACTION, connectionsTo, READ, WAYS } from '../../support/ways-to-connect.ts';

const SOON_AFTER = 499;
const { isRead: _isRead, ...request } = READ;

describe.each(WAYS)('%s', (way) => {
  test('an action goes out on no connection that was idle for half a second; a read may', async () => {
    const server = await serve(answers(200, '{}'));
    const clock = createFakeClock();
    const { send } = connectionsTo(server.url, way, clock);
    const portOf = async (isRead: boolean) => {
      expect(await send({ ...request, isRead })).toMatchObject({ kind: 'answered' });
      // undici puts a connection to a proxy back only after the response was given.
      await new Promise((resolve) => setImmediate(resolve));
      return server.seen.at(-1)?.fromPort;
    };
    const first = await portOf(false);
    clock.advance(SOON_AFTER);
    expect(await portOf(false)).toBe(first);
    clock.advance(500);
    const second = await portOf(false);
    expect(second).not.toBe(first);
    await expect.poll(server.openConnections).toBe(1);
    clock.advance(3_000);
    expect(await portOf(true)).toBe(second);
    clock.advance(-1);
    expect(await portOf(false)).not.toBe(second);
  });

  test('requests at once have a connection each, which are closed together', async () => {
    const held: (() => void)[] = [];
    const server = await serve((response) => void held.push(() => response.end('{}')));
    const connections = connectionsTo(server.url, way);
    const sent = [connections.send(ACTION), connections.send(READ), connections.send(READ)];
    await expect.poll(() => held.length).toBe(3);
    expect(new Set(server.seen.map(({ fromPort }) => fromPort)).size).toBe(3);
    held[0]?.();
    expect((await sent[0])?.kind).toBe('answered');
    connections.close();
    expect((await sent[1])?.kind).toBe('broken');
    expect((await sent[2])?.kind).toBe('broken');
    await expect.poll(server.openConnections).toBe(0);
  });

  test.each([
    ['bytes that nobody asked for', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nwrong'],
    ['an end', undefined],
  ])('%s on an idle connection close it, and no request gets them', async (_name, bytes) => {
    const right = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nright';
    const server = await serveRaw(right);
    const { send } = connectionsTo(server.url, way);
    await send(ACTION);
    const [socket] = server.sockets;
    if (bytes === undefined) socket?.end();
    else socket?.write(bytes);
    await expect.poll(() => socket?.closed).toBe(true);
    const answered = await send(ACTION);
    expect(answered.kind === 'answered' && Buffer.from(answered.bytes).toString()).toBe('right');
    expect(server.sockets.length).toBe(2);
  });

  test('a connection that the server keeps for no more than two seconds is closed at once', async () => {
    const server = await serve(answers(200, '{}', { 'keep-alive': 'timeout=2' }));
    const { send } = connectionsTo(server.url, way);
    await send(ACTION);
    await expect.poll(server.openConnections).toBe(0);
  });
});

test.each(WAYS)(
  '%s, each address of a name has as long as a connection to the other side of the world takes',
  async (way) => {
    const server = await serve(answers(200, '{}'));
    const connect = vi.spyOn(net, 'connect');
    onTestFinished(() => connect.mockRestore());
    await connectionsTo(server.url, way).send(READ);
    expect(connect.mock.calls[0]?.[0]).toMatchObject({ autoSelectFamilyAttemptTimeout: 1_000 });
  },
);
