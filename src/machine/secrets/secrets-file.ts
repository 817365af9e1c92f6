import { changeFile } from '../../base/disk/change-file.ts';
import { RightsError } from '../../base/disk/rights-error.ts';
import { seeFile } from '../../base/disk/seen-file.ts';
import { messageOf } from '../../base/errors.ts';
import { isObject } from '../../base/json/object.ts';
import { decodeUtf8 } from '../../base/text/utf8.ts';
import { MachineError } from '../machine-error.ts';
import { createScrub, type Scrub } from './scrub.ts';

type Secrets = Readonly<Record<string, string>>;

/** `state/secrets.json`, name → value; the values never leave this machine. */
export interface SecretsFile {
  /** Throws where the file cannot be read: nothing runs as if a secret were not set. */
  read(): Promise<Secrets>;
  /**
   * Sets one secret, in the file as its owner has it; gives `exists` and changes nothing where it is set and
   * `replace` is false. Throws as `read`, and `MachineError` denied_by_machine where its rights would change.
   */
  put(name: string, value: string, how: { readonly replace: boolean }): Promise<'set' | 'exists'>;
  /** A scrub for the present values and for every value that was read before. */
  scrub(): Promise<Scrub>;
}

/** The secrets kept in the file at `path`; `always` are further values to scrub. */
export function openSecretsFile(path: string, always: readonly string[]): SecretsFile {
  const seen = new Set(always);
  /** Made anew where there are more values: the forms of long ones take time, and every line of the log asks. */
  let made: { readonly scrub: Scrub; readonly of: number } | undefined;
  let lastPut: Promise<unknown> = Promise.resolve();

  function secretsIn(bytes: Uint8Array | undefined): Secrets {
    const secrets = bytes === undefined ? {} : parseSecrets(bytes);
    for (const value of Object.values(secrets)) seen.add(value);
    return secrets;
  }

  async function read(): Promise<Secrets> {
    const { found } = await seeFile(path).catch(unreadable);
    return secretsIn(found?.bytes);
  }

  async function put(name: string, value: string, replace: boolean): Promise<'set' | 'exists'> {
    await read();
    seen.add(value);
    const change = (bytes: Uint8Array | undefined) => {
      const secrets = secretsIn(bytes);
      if (Object.hasOwn(secrets, name) && !replace) return undefined;
      return `${JSON.stringify({ ...secrets, [name]: value }, null, 2)}\n`;
    };
    const done = await changeFile(path, { change, newMode: 0o600 }).catch((error: unknown) => {
      if (!(error instanceof RightsError)) throw error;
      throw new MachineError('denied_by_machine', `${FILE}: ${error.reason}`, { cause: error });
    });
    if (done === 'busy') {
      throw new Error(`${FILE} was saved by somebody else at every try, and is not changed`);
    }
    return done === 'changed' ? 'set' : 'exists';
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
      if (made?.of !== seen.size) made = { scrub: createScrub(seen), of: seen.size };
      return made.scrub;
    },
  };
}

const FILE = 'state/secrets.json';

/** Every member of the object is one of it, whatever its name. Throws without a byte of the file. */
function parseSecrets(bytes: Uint8Array): Secrets {
  const value = parsed(decodeUtf8(bytes));
  if (isObject(value) && areTexts(value)) return value;
  throw new Error(`${FILE} is not a JSON object of texts, and is left as it is`);
}

function areTexts(value: Readonly<Record<string, unknown>>): value is Secrets {
  return Object.values(value).every((member) => typeof member === 'string');
}

/** Undefined for what is no JSON. */
function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

function unreadable(error: unknown): never {
  const why = `${FILE} cannot be read, and is left as it is: ${messageOf(error)}`;
  throw new Error(why, { cause: error });
}
