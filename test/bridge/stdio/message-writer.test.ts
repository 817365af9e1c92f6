import { Writable } from 'node:stream';
import { setImmediate as turnEnd } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createMessageWriter } from '../../../src/bridge/stdio/message-writer.ts';

/** A writer, and what its stream got, one text for each write. */
function startWriter() {
  const writes: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      writes.push(chunk);
      done();
    },
  });
  return { writer: createMessageWriter(stream), writes };
}

test('messages of one turn of the event loop go out in one write, in their order', async () => {
  const { writer, writes } = startWriter();
  for (const id of [1, 2, 3]) writer.send({ id, result: {} });
  await turnEnd();
  expect(writes).toEqual([
    '{"jsonrpc":"2.0","id":1,"result":{}}\n{"jsonrpc":"2.0","id":2,"result":{}}\n{"jsonrpc":"2.0","id":3,"result":{}}\n',
  ]);
  writer.send({ id: 4, result: {} });
  await turnEnd();
  expect(writes.slice(1)).toEqual(['{"jsonrpc":"2.0","id":4,"result":{}}\n']);
});

test('a long message is not kept, and nothing is at the end of the process', () => {
  const { writer, writes } = startWriter();
  writer.send({ id: 1, result: {} });
  writer.send({ id: 2, result: { text: 'x'.repeat(32 * 1024) } });
  expect(writes).toHaveLength(1);
  writer.send({ id: 3, result: {} });
  writer.flush();
  expect(writes.at(-1)).toBe('{"jsonrpc":"2.0","id":3,"result":{}}\n');
});
