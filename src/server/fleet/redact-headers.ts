/** Names of headers that carry credentials or signatures. */
const SECRET =
  /authoriz|authentic|cookie|secret|signature|token|password|passwd|credential|(^|[-_])(api|access|private)?[-_]?key$|(^|[-_])(auth|jwt|hmac|sig)([-_]|$)/;

const REDACTED = '[redacted]';

/** Headers as they are kept: lower-case names, and no value that could authenticate anybody. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const kept = Object.entries(headers).map(([name, value]) => {
    const lower = name.toLowerCase();
    return [lower, SECRET.test(lower) ? REDACTED : value];
  });
  return Object.fromEntries(kept);
}
