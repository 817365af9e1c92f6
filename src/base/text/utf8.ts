const DECODER = new TextDecoder('utf-8', { fatal: true });
const BYTE_ORDER_MARK_DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes of UTF-8 as text; undefined where they are none. A byte order mark stays where it is kept. */
export function decodeUtf8(
  bytes: Uint8Array,
  { keepByteOrderMark = false }: { readonly keepByteOrderMark?: boolean } = {},
): string | undefined {
  try {
    return (keepByteOrderMark ? BYTE_ORDER_MARK_DECODER : DECODER).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * At most `bytesMax` bytes of UTF-8 from the start or the end of `bytes`, cut between characters: a
 * character that the cut goes through is left out whole.
 */
export function cutUtf8(bytes: Buffer, keep: 'start' | 'end', bytesMax: number): Buffer {
  if (bytes.length <= bytesMax) return bytes;
  const part =
    keep === 'end' ? bytes.subarray(bytes.length - bytesMax) : bytes.subarray(0, bytesMax);
  return wholeCharacters(part, keep);
}

/** Bytes of one character that can stand at an edge without their beginning or their end. */
const CUT_BYTES_MAX = 3;

/** The same bytes without the rest of a character that was cut at the edge opposite of `keep`. */
export function wholeCharacters(bytes: Buffer, keep: 'start' | 'end'): Buffer {
  if (keep === 'end') {
    let from = 0;
    while (from < CUT_BYTES_MAX && isContinuation(bytes[from])) from += 1;
    return bytes.subarray(from);
  }
  for (let back = 1; back <= CUT_BYTES_MAX && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back];
    if (isContinuation(byte)) continue;
    return lengthOf(byte) > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function lengthOf(firstByte: number | undefined): number {
  if (firstByte === undefined || firstByte < 0xc2) return 1;
  if (firstByte < 0xe0) return 2;
  return firstByte < 0xf0 ? 3 : 4;
}
