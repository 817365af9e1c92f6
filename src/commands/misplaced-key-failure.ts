import { type Failure, usageFailure } from '../contract/failure.ts';

/** The failure for a key in the word at `at`; it shows nothing of the key. */
export function misplacedWord(words: readonly string[], at: number): Failure {
  return misplaced(placeOf(words, at), SEEN_AS_ARGUMENT);
}

/** The failure for a key in the variable `name`, which is for something else. */
export function misplacedSetting(name: string): Failure {
  return misplaced(`The variable ${name}`);
}

const FLAG = /^--[a-z][a-z0-9-]*$/;

/** Where the key is, in words that have nothing of it. */
function placeOf(words: readonly string[], at: number): string {
  const [attached = ''] = words[at]?.split('=', 1) ?? [];
  const flag = [attached, words[at - 1] ?? ''].find((word) => FLAG.test(word));
  return flag === undefined || flag === words[at]
    ? `Word ${at + 1} of the command line`
    : `The value of ${flag}`;
}

const SEEN_AS_ARGUMENT =
  'Other users of this computer may have seen it, and the shell keeps it in its history: make a new ' +
  'one and revoke this one.';

function misplaced(place: string, more?: string): Failure {
  return usageFailure(
    'A key is where none belongs',
    `${place} holds an API key or token, which is not shown here. Nothing was sent.`,
    [
      ...(more === undefined ? [] : [more]),
      'fleet auth login asks for a key, or takes it with --key-stdin or --key-file; else set FLEET_API_KEY.',
    ].join('\n'),
  );
}
