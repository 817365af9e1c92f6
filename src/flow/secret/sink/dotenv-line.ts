const BARE = /^[A-Za-z0-9_./+=:@%-]*$/;

/**
 * No reader keeps a CR, a text with a NUL is none to sh, and one that goes line by line, whatever ends
 * a line for it, would take the next line of a value for an assignment of its own.
 */
const BEYOND_A_LINE = /[\0\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/;

/**
 * `NAME=value` as sh and the readers of env files read it alike: bare, in single
 * quotes, or in double quotes; undefined for a value that no spelling gives back alike everywhere.
 */
export function dotenvLine(name: string, value: string): string | undefined {
  if (BARE.test(value)) return `${name}=${value}`;
  if (BEYOND_A_LINE.test(value)) return undefined;
  // Some readers take a backslash before the closing quote for one that escapes it.
  if (!value.includes("'")) return value.endsWith('\\') ? undefined : `${name}='${value}'`;
  return /["$`\\]/.test(value) ? undefined : `${name}="${value}"`;
}
