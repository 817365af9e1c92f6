const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/** A new id for one request: `cli-` and 20 letters and digits (specification, rule 10). */
export function newRequestId(random: () => number): string {
  let id = 'cli-';
  for (let letter = 0; letter < 20; letter += 1) id += ALPHABET[Math.floor(random() * 36)];
  return id;
}
