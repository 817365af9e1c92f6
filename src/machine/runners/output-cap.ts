/** Of output beyond the cap, this much of its end is kept. */
const END_BYTES = 256 * 1024;

/**
 * Passes the first `bytesMax` bytes on, then drops what comes until the end and closes with a line
 * that says so and the last 256 KiB, so that neither a file nor the memory grows without bound.
 */
export async function* capOutput(
  source: AsyncIterable<Buffer>,
  bytesMax: number,
): AsyncGenerator<Buffer> {
  let passed = 0;
  let dropped = 0;
  let end: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    const head = chunk.subarray(0, Math.max(0, bytesMax - passed));
    if (head.length > 0) yield head;
    passed += head.length;
    const rest = chunk.subarray(head.length);
    if (rest.length === 0) continue;
    const joined = Buffer.concat([end, rest]);
    dropped += Math.max(0, joined.length - END_BYTES);
    end = joined.subarray(-END_BYTES);
  }
  if (dropped > 0) yield Buffer.from(`\n[${dropped} bytes left out]\n`);
  if (end.length > 0) yield end;
}
