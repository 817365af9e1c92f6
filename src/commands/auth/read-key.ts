import { errorCode } from '../../base/errors.ts';
import { withoutLineEnd } from '../../base/text/line-end.ts';
import { usageFailure } from '../../contract/failure.ts';
import { checkedKey } from '../../profile/key-source.ts';
import { askHidden } from '../../terminal/prompt.ts';
import { canPrompt } from '../../terminal/terminal.ts';
import { inputReaders } from '../input-readers.ts';
import type { Runtime } from '../runtime.ts';

interface KeyFlags {
  readonly 'key-stdin'?: boolean | undefined;
  readonly 'key-file'?: string | undefined;
  readonly 'no-input'?: boolean | undefined;
}

/** What the question names, and what is looked at before it. */
interface KeyQuestion {
  /** Where the key goes, sanitised. */
  readonly service: string;
  /** Finds what a person would type in vain. */
  beforeAsking(): Promise<void>;
}

/** More than any key, and little enough to read whatever it is. */
const KEY_BYTES_MAX = 4096;

/**
 * The key that is to be stored: from stdin, a file, or a prompt that does not show it; never an
 * argument, which other users of the computer can read. Throws `Failure` usage, interrupted, and what
 * `beforeAsking` throws.
 */
export async function readKey(
  flags: KeyFlags,
  runtime: Runtime,
  { beforeAsking, service }: KeyQuestion,
): Promise<string> {
  const { 'key-file': file, 'key-stdin': fromStdin } = flags;
  if (fromStdin === true && file !== undefined) {
    throw usageFailure('Two keys', '--key-stdin and --key-file were both given; one is allowed.');
  }
  const readers = inputReaders(runtime);
  const isPerson = canPrompt(runtime, flags['no-input'] === true);
  // What a person types there would be shown.
  if (fromStdin === true && !isPerson)
    return lineOf(await readers.readStdin(KEY_BYTES_MAX), 'stdin');
  if (file !== undefined) {
    const bytes = await readers.readFile(file, KEY_BYTES_MAX).catch((error: unknown) => {
      const reason = errorCode(error) ?? 'no file';
      throw usageFailure('The key file cannot be read', `--key-file is ${file}: ${reason}.`);
    });
    return lineOf(bytes, `The file ${file}`);
  }
  if (!isPerson) {
    throw usageFailure(
      'No key was given',
      'There is no terminal on which it could be asked for.',
      'Give it with --key-stdin or --key-file FILE.',
    );
  }
  await beforeAsking();
  const typed = await askHidden(`API key for ${service}: `, runtime);
  return checkedKey(typed, 'The key that was entered');
}

function lineOf(bytes: Uint8Array, where: string): string {
  if (bytes.length === 0) {
    const advice = 'What was to write the key there has failed: see what it says.';
    throw usageFailure('No key was given', `${where} is empty.`, advice);
  }
  return checkedKey(withoutLineEnd(Buffer.from(bytes).toString('utf8')), where);
}
