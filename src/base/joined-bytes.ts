/** The parts as one; a single part is given as it is, without a copy. */
export function joinedBytes(parts: readonly Buffer[]): Buffer {
  const [first] = parts;
  return first !== undefined && parts.length === 1 ? first : Buffer.concat(parts);
}
