import { describe, expect, test } from 'vitest';
import type { ResponseReader } from '../../../src/client/response.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { answers, type Behaviour, serve } from '../../support/misbehaving-server.ts';
import { serveRaw } from '../../support/raw-server.ts';
import { ACTION, connectionsTo, READ, WAYS } from '../../support/ways-to-connect.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Takes nothing more, once it is asked for the first time, until `release`. */
function createSlowReader() {
  let release: (() => void) | undefined;
  let asked = 0;
  const reading: ResponseReader = {
    paused() {
      asked += 1;
      if (asked > 1) return undefined;
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    },
  };
  return { reading, asked: () => asked, release: () => release?.() };
}

describe.each(WAYS)('%s', (way) => {
  test('time in which an answer is held back here does not count against its limit', async () => {
    const half = 'x'.repeat(400_000);
    const parts: (() => void)[] = [];
    const server = await serve((response) => {
      response.write(half);
      parts.push(() => response.write(half));
    });
    const clock = createFakeClock();
    const { reading, asked, release } = createSlowReader();
    let ended: unknown;
    void connectionsTo(server.url, way, clock)
      .send({ ...READ, reading })
      .then((attempt) => {
        ended = attempt;
      });
    await expect.poll(asked).toBe(1);
    clock.advance(60_000);
    release();
    parts[0]?.();
    await expect.poll(asked).toBeGreaterThan(2);
    clock.advance(999);
    await settled();
    expect(ended).toBeUndefined();
    clock.advance(1);
    await settled();
    expect(ended).toMatchObject({ kind: 'timed_out', sent: true });
  });

  test('what an answer that is held back has more than fits stays with the server', async () => {
    let written = 0;
    const part = Buffer.alloc(64 * 1024);
    const server = await serveRaw((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${60_000_000}\r\n\r\n`);
      const more = (): void => {
        written += part.length;
        if (written < 60_000_000 && !socket.destroyed) socket.write(part, more);
      };
      more();
    });
    const { reading, asked } = createSlowReader();
    void connectionsTo(server.url, way).send({ ...READ, reading });
    await expect.poll(asked).toBe(1);
    let before = -1;
    await expect
      .poll(() => {
        const isStill = written === before;
        before = written;
        return isStill;
      })
      .toBe(true);
    expect(asked()).toBe(1);
    expect(written).toBeLessThan(30_000_000);
  });
});

describe.each(WAYS)('%s', (way) => {
  test('an answer that is held back is read whole, though its connection has closed', async () => {
    const body = 'x'.repeat(1_000_000);
    const server = await serveRaw((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 1000000\r\n\r\n${body}`),
    );
    const { reading, asked, release } = createSlowReader();
    const sent = connectionsTo(server.url, way).send({ ...READ, reading });
    await expect.poll(asked).toBe(1);
    release();
    const answered = await sent;
    expect(answered.kind === 'answered' && answered.bytes.length).toBe(1_000_000);
  });

  test('an answer is read while it comes, and is complete when its reader says so', async () => {
    const endless: Behaviour = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('one\n', () => setImmediate(() => response.write('two\n')));
    };
    const server = await serve(endless, answers(200, '{}'));
    const clock = createFakeClock();
    const { send } = connectionsTo(server.url, way, clock);
    let text = '';
    const sent = send({
      ...ACTION,
      reading: {
        onPart({ status, headers }, part) {
          text += `${status} ${headers['content-type']} ${Buffer.from(part).toString()}`;
          return text.includes('two');
        },
      },
    });
    await expect.poll(() => text).toContain('two');
    // The other end does not close it: it is closed from here.
    clock.advance(20);
    const answered = await sent;
    expect(answered.kind === 'answered' && Buffer.from(answered.bytes).toString()).toBe(
      'one\ntwo\n',
    );
    await expect.poll(server.openConnections).toBe(0);
    expect((await send({ ...ACTION, reading: { onPart: () => true } })).kind).toBe('answered');
  });
});
