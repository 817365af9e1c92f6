import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { replaceFile } from '../../base/disk/replace-file.ts';
import { isMissing } from '../../base/errors.ts';
import { createScrub, type Scrub } from './scrub.ts';

const secretsFile = z.record(z.string(), z.string());

/** `state/secrets.json`, name → value; the values never leave this machine. */
export interface SecretsFile {
  read(): Promise<Readonly<Record<string, string>>>;
  /** Sets one secret; gives `exists` and changes nothing where it is set and `replace` is false. */
  put(name: string, value: string, how: { readonly replace: boolean }): Promise<'set' | 'exists'>;
  /** A scrub for the present values and for every value that was read before. */
  scrub(): Promise<Scrub>;
}

/** The secrets kept in the file at `path`; `always` are further values to scrub. */
export function openSecretsFile(path: string, always: readonly string[]): SecretsFile {
  const seen = new Set(always);
  let lastPut: Promise<unknown> = Promise.resolve();

  async function read(): Promise<Readonly<Record<string, string>>> {
    try {
      const secrets = secretsFile.parse(JSON.parse(await readFile(path, 'utf8')));
      for (const value of Object.values(secrets)) seen.add(value);
      return secrets;
    } catch (error) {
      if (isMissing(error)) return {};
      throw new Error('state/secrets.json is not a JSON object of texts', { cause: error });
    }
  }

  async function put(name: string, value: string, replace: boolean): Promise<'set' | 'exists'> {
    const secrets = await read();
    if (Object.hasOwn(secrets, name) && !replace) return 'exists';
    seen.add(value);
    const next = `${JSON.stringify({ ...secrets, [name]: value }, null, 2)}\n`;
    await replaceFile(path, next, { mode: 0o600 });
    return 'set';
  }

  return {
    read,
    put(name, value, { replace }) {
      const done = lastPut.then(() => put(name, value, replace));
      lastPut = done.catch(() => undefined);
      return done;
    },
    async scrub() {
      // A file that became unreadable makes a health check fail; the values read before are still scrubbed.
      await read().catch(() => undefined);
      return createScrub(seen);
    },
  };
}
