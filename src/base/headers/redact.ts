/** Names of headers and parameters that carry a credential or a signature. */
const CREDENTIAL =
  /authoriz|authentic|cookie|secret|signature|token|password|passwd|credential|api[-_]?key|(^|[-_])((access|private)[-_]?)?key$|(^|[-_])(auth|jwt|hmac|sig)([-_]|$)/i;

const REDACTED = '[redacted]';

/** The same headers without a value that could authenticate anybody. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      CREDENTIAL.test(name) ? REDACTED : value,
    ]),
  );
}

/** The same query string, without its `?`, without a value that could authenticate anybody. */
export function redactQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      const isCredential = name !== pair && CREDENTIAL.test(decoded(name));
      return isCredential ? `${name}=${REDACTED}` : pair;
    })
    .join('&');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
