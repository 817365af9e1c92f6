import type { IncomingMessage } from 'node:http';
import type { OpenBody } from './body-memory.ts';

/** How large a body may be, and what memory it takes while it is on its way. */
export interface BodyBounds {
  readonly bytesMax: number;
  readonly memory: OpenBody;
}

/**
 * The whole body of a request; `too_large` as soon as it exceeds `bytesMax`, and `no_room` as soon as there
 * is no memory for it. What is left of it is then dropped as it comes, since a sender may read no
 * response before it has sent all. Rejects where the sender ends before that.
 */
export async function readBoundedBody(
  request: IncomingMessage,
  { bytesMax, memory }: BodyBounds,
): Promise<Buffer | 'too_large' | 'no_room'> {
  // As one, since each of many small parts would take far more memory than its bytes.
  let body = Buffer.alloc(0);
  let size = 0;
  let fault: 'too_large' | 'no_room' | undefined;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = (chunk as Buffer).length;
    size += bytes;
    if (size > bytesMax) fault = 'too_large';
    else if (!memory.keep(bytes)) fault = 'no_room';
    if (fault !== undefined) break;
    if (size > body.length) body = enlarged(body, Math.max(size, 2 * body.length));
    (chunk as Buffer).copy(body, size - bytes);
  }
  if (fault === undefined) return body.subarray(0, size);
  // Not within the loop, which listens to the request: that keeps it from flowing.
  request.resume();
  return fault;
}

function enlarged(body: Buffer, length: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(length);
  body.copy(larger);
  return larger;
}
