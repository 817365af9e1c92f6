/** Names of headers and parameters that carry a credential or a signature, their words separated by hyphens. */
const CREDENTIAL =
  /authoriz|authentic|cookie|secret|signature|token|password|passwd|credential|(api|auth)-?key|(^|-)((access|private)-?)?key$|(^|-)(auth|jwt|hmac|sig)\d*(-|$)/i;

const REDACTED = '[redacted]';

/** The same headers without a value that could authenticate anybody. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isCredential(name) ? REDACTED : value]),
  );
}

/** The same query string, without its `?`, without a value that could authenticate anybody. */
export function redactQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      return name !== pair && isCredential(decoded(name)) ? `${name}=${REDACTED}` : pair;
    })
    .join('&');
}

/** In whatever way its words are separated: by any character, or by case alone. */
function isCredential(name: string): boolean {
  const plain = name.normalize('NFKC');
  return [plain, plain.replace(/([a-z\d])(?=[A-Z])/g, '$1-')].some((text) =>
    CREDENTIAL.test(text.replace(/[^a-z\d]+/gi, '-').replace(/-$/, '')),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
