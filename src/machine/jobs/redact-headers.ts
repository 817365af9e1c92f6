/** Headers that carry a credential or a signature; their values are not kept. */
const CREDENTIAL_HEADER = /authorization|cookie|signature|token|secret|api-?key/i;

/** The same headers without the values that are credentials. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      CREDENTIAL_HEADER.test(name) ? '[redacted]' : value,
    ]),
  );
}
