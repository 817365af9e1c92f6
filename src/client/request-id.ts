const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/** A new id for one request: `cli-` and 20 letters and digits (specification, rule 10). */
export function newRequestId(random: () => number): string {
  const letters = Array.from({ length: 20 }, () => ALPHABET[Math.floor(random() * 36)]);
  return `cli-${letters.join('')}`;
}
