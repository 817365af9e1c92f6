import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import type { OpenBody } from './body-memory.ts';

/** How large a body may be, and what memory it takes while it is on its way. */
export interface BodyBounds {
  readonly bytesMax: number;
  readonly memory: OpenBody;
}

/**
 * The whole body of a request; `too_large` as soon as it exceeds `bytesMax`, and `no_room` as soon as there
 * is no memory for it or it has to give way. What is left of it is then dropped as it comes, since
 * a sender may read no response before it has sent all. Rejects where the sender ends before that.
 */
export async function readBoundedBody(
  request: IncomingMessage,
  { bytesMax, memory }: BodyBounds,
): Promise<Buffer | 'too_large' | 'no_room'> {
  // As one, since each of many small parts would take far more memory than its bytes.
  let body = Buffer.alloc(0);
  let size = 0;
  const { promise, resolve, reject } = Promise.withResolvers<'too_large' | 'no_room' | 'whole'>();
  const keep = (chunk: Buffer) => {
    const { length } = chunk;
    if (size + length > bytesMax) return resolve('too_large');
    if (!memory.keep(length)) return resolve('no_room');
    if (size + length > body.length) body = enlarged(body, Math.max(size + length, 2 * size));
    chunk.copy(body, size);
    size += length;
  };
  memory.giveWay = () => resolve('no_room');
  const forget = finished(request, { writable: false }, (error) =>
    error ? reject(error) : resolve('whole'),
  );
  request.on('data', keep);
  try {
    const end = await promise;
    return end === 'whole' ? body.subarray(0, size) : end;
  } finally {
    memory.giveWay = undefined;
    forget();
    request.off('data', keep);
    request.resume();
  }
}

function enlarged(body: Buffer, length: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(length);
  body.copy(larger);
  return larger;
}
