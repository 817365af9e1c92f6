import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createBodyMemory } from '../../../src/base/net/body-memory.ts';
import { readBoundedBody } from '../../../src/base/net/bounded-body.ts';
import { proves } from '../../support/proves.ts';

const MIB = 1024 * 1024;
const PART = 'sixteen bytes of';
const SENDER = { sender: 'a', group: 'a' };
const PARTS = MIB / PART.length;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function heldBytes(): Promise<number> {
  await setImmediate();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('a body that comes in small parts takes little more memory than its bytes', async () => {
  proves('ATTACK-held-bodies', 'ATTACK-held-server-bodies');
  const allCame = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  async function* parts() {
    for (let sent = 0; sent < PARTS; sent += 1) yield Buffer.from(PART);
    allCame.resolve();
    await end.promise;
  }
  const memory = createBodyMemory({ bytesMax: MIB, senderBytesMax: MIB }).begin(SENDER);
  const before = await heldBytes();
  const request = Readable.from(parts()) as IncomingMessage;
  const body = readBoundedBody(request, { bytesMax: MIB, memory });
  await allCame.promise;
  expect((await heldBytes()) - before).toBeLessThan(3 * MIB);
  end.resolve();
  expect(String(await body)).toBe(PART.repeat(PARTS));
});
