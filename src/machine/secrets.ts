import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { isMissing } from './folder.ts';
import { createScrub, type Scrub } from './scrub.ts';

const secretsFile = z.record(z.string(), z.string());

/** `state/secrets.json`, name → value; the values never leave this machine. */
export interface Secrets {
  read(): Promise<Readonly<Record<string, string>>>;
  /** A scrub for the values of now, and of every earlier reading. */
  scrub(): Promise<Scrub>;
}

/** The secrets kept in the file at `path`; `always` are further values to scrub. */
export function openSecrets(path: string, always: readonly string[]): Secrets {
  const seen = new Set(always);

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

  return {
    read,
    async scrub() {
      // A file that became unreadable is a failing check; the values known so far still count.
      await read().catch(() => undefined);
      return createScrub(seen);
    },
  };
}
