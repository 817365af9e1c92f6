import { parseEnv } from 'node:util';
import { dotenvLine } from './dotenv-line.ts';
import { withDotenvLine } from './dotenv-text.ts';
import { valueDoesNotFit } from './value-text.ts';

/**
 * The bytes of an env file with the value of `name` in it, once it is known that a reader finds that
 * value there and all others as before. Throws `Failure` conflict for a value that cannot be written
 * so that all readers read it alike.
 */
export function envFileWith(before: Uint8Array, name: string, value: string): Uint8Array {
  const line = dotenvLine(name, value);
  if (line === undefined) {
    throw valueDoesNotFit('sh and the readers of env files would not read it back alike');
  }
  const after = withDotenvLine(before, name, line);
  const wanted = { ...parseEnv(Buffer.from(before).toString('utf8')), [name]: value };
  const got = parseEnv(Buffer.from(after).toString('utf8'));
  const names = new Set([...Object.keys(wanted), ...Object.keys(got)]);
  if ([...names].every((each) => wanted[each] === got[each])) return after;
  throw valueDoesNotFit('the quotes in the env file would change how it is read');
}
