/** Definitions `d0` and on in a row, each with many keywords, of which the last leads to the first in many ways. */
export function tangledDefinitions(hops: number, keywords: number, branches: number): object {
  const first = { $ref: '#/$defs/d0' };
  const words = (at: number) =>
    Object.fromEntries(Array.from({ length: keywords }, (_, word) => [`k${at}_${word}`, 0]));
  const last = { type: 'object', anyOf: Array(branches).fill(first), additionalProperties: first };
  return Object.fromEntries(
    Array.from({ length: hops }, (_, at) => {
      const next = at + 1 < hops ? { $ref: `#/$defs/d${at + 1}` } : last;
      return [`d${at}`, { ...words(at), ...next }];
    }),
  );
}
