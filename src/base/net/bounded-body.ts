import type { IncomingMessage } from 'node:http';

/**
 * The whole body of a request; undefined as soon as it exceeds `bytesMax`. What is left of it is then
 * dropped as it comes, since a sender may read no response before it has sent all. Rejects where the
 * sender ends before that.
 */
export async function readBoundedBody(
  request: IncomingMessage,
  bytesMax: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > bytesMax) break;
    chunks.push(chunk as Buffer);
  }
  if (size <= bytesMax) return Buffer.concat(chunks);
  request.resume();
  return undefined;
}
