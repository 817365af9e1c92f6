/** Name and password in the URL of a proxy; undefined where it has none. */
export function loginIn({
  username,
  password,
}: URL): { readonly username: string; readonly password: string } | undefined {
  if (username === '') return undefined;
  return { username: decoded(username), password: decoded(password) };
}

/** A percent sign that encodes nothing stays one. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The header that tells them to an http proxy (RFC 9110, 11.7.2), if there are any. */
export function loginOf(proxy: URL): Readonly<Record<string, string>> {
  const login = loginIn(proxy);
  if (login === undefined) return {};
  const text = Buffer.from(`${login.username}:${login.password}`).toString('base64');
  return { 'proxy-authorization': `Basic ${text}` };
}
