const BARE = /^[A-Za-z0-9_./+=:@%-]*$/;

/**
 * `NAME=value` as sh and the readers of env files read it alike (design, "Secrets"): bare, in single
 * quotes, or in double quotes; undefined for a value that no spelling gives back alike everywhere.
 * A line feed in the value stays one, inside the quotes.
 */
export function dotenvLine(name: string, value: string): string | undefined {
  if (BARE.test(value)) return `${name}=${value}`;
  // No reader keeps a CR, and a text with a NUL is none to sh.
  if (/[\r\0]/.test(value)) return undefined;
  // Some readers take a backslash before the closing quote for one that escapes it.
  if (!value.includes("'")) return value.endsWith('\\') ? undefined : `${name}='${value}'`;
  return /["$`\\]/.test(value) ? undefined : `${name}="${value}"`;
}
