import { join, resolve } from 'node:path';
import { readersOf } from '../../base/disk/open-file.ts';
import { errorCode, messageOf } from '../../base/errors.ts';
import { shellWord } from '../../base/shells/shell-word.ts';
import { usageFailure } from '../../contract/failure.ts';
import { endableLong } from '../../terminal/endable.ts';
import { hideMachineToken } from '../hide-machine-token.ts';
import { inputReaders } from '../input-readers.ts';
import type { Runtime } from '../runtime.ts';
import { unprotectedPath } from '../unprotected-path.ts';

const TOKEN_BYTES_MAX = 4096;

interface TokenPlace {
  /** `-` is stdin. */
  readonly file: string | undefined;
  /** The machine's folder, where fleet machine init lets the token be written. */
  readonly folder: string;
}

interface FoundToken {
  readonly token: string;
  /** What holds it; undefined for stdin and the environment. */
  readonly file: string | undefined;
}

/**
 * The token of a machine: from the file, else FLEET_MACHINE_TOKEN, else the file `token` in the
 * machine's folder. Says on stderr where every user of the computer can read the file. Throws
 * `Failure` usage where none of them has one.
 */
export async function readToken(
  runtime: Runtime,
  { file, folder }: TokenPlace,
): Promise<FoundToken> {
  if (file === undefined) hideMachineToken();
  const inFolder = join(folder, 'token');
  const given =
    file === undefined ? runtime.environment['FLEET_MACHINE_TOKEN'] : await textOf(runtime, file);
  const isInFolder = file === undefined && (given ?? '') === '';
  const token = (isInFolder ? textInFolder(runtime, inFolder) : given)?.trim();
  if (token === undefined || token === '') throw noToken(file, inFolder);
  const read = isInFolder ? inFolder : file;
  if (!/^[\x21-\x7e]+$/.test(token)) throw noUsableToken(read ?? 'FLEET_MACHINE_TOKEN');
  const holder = read === '-' ? undefined : read;
  if (holder !== undefined) await warnOfReaders(runtime, holder);
  return { token, file: holder };
}

async function textOf(runtime: Runtime, file: string): Promise<string> {
  try {
    if (file !== '-') return await endableLong(() => runtime.readTextFile(file));
    return Buffer.from(await inputReaders(runtime).readStdin(TOKEN_BYTES_MAX)).toString();
  } catch (error) {
    throw usageFailure('The token file cannot be read', messageOf(error));
  }
}

function textInFolder(runtime: Runtime, path: string): string | undefined {
  try {
    return runtime.readTextFile(path, 'regular');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw usageFailure('The token file cannot be read', messageOf(error));
  }
}

async function warnOfReaders({ environment, stderr }: Runtime, file: string): Promise<void> {
  const isOpen = (await readersOf(file)) === 'all';
  const warning = isOpen
    ? `Every user of this computer can read the token: chmod 600 ${shellWord(file)}`
    : unprotectedPath(resolve(file), environment);
  if (warning !== undefined) await stderr.write(`${warning}\n`);
}

function noUsableToken(where: string) {
  const detail = `${where} must hold visible ASCII characters without blanks or line breaks.`;
  return usageFailure('The machine token is not usable', detail);
}

function noToken(file: string | undefined, inFolder: string) {
  const places = `--token-file, FLEET_MACHINE_TOKEN and the file ${inFolder}`;
  return usageFailure(
    'No machine token',
    file === undefined ? `None of ${places} has one.` : `--token-file is ${file}, which is empty.`,
    'Name the file that has it with --token-file; a new machine gets its token from ' +
      `fleet admin machine pair --name NAME --token-out ${shellWord(inFolder)}`,
  );
}
