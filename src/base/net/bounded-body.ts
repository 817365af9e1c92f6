import type { IncomingMessage } from 'node:http';

/**
 * The whole body of a request; undefined as soon as it exceeds `bytesMax`, or `keep`, which is asked for
 * each part, says no. What is left of it is then dropped as it comes, since a sender may read no response before it has sent all. Rejects where the
 * sender ends before that.
 */
export async function readBoundedBody(
  request: IncomingMessage,
  bytesMax: number,
  keep: (bytes: number) => boolean = () => true,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isKept = true;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = (chunk as Buffer).length;
    size += bytes;
    isKept = size <= bytesMax && keep(bytes);
    if (!isKept) break;
    chunks.push(chunk as Buffer);
  }
  if (isKept) return Buffer.concat(chunks);
  // Not within the loop, which listens to the request: that keeps it from flowing.
  request.resume();
  return undefined;
}
