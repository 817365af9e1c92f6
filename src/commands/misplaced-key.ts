import type { Environment } from '../base/environment.ts';
import { withoutLineEnd } from '../base/text/line-end.ts';
import { usageFailure } from '../contract/failure.ts';

/**
 * Keys, tokens of apps and of machines, as the service makes them; a text without a digit is a name.
 * Every repetition is bounded, since a word may be a whole file.
 */
const KEY_SHAPE = /fleet[a-z]{0,4}_[A-Za-z0-9]{2,64}_(?=[A-Za-z_-]{0,64}\d)[A-Za-z0-9_-]{20}/;

/** The key in the environment is looked for as well, where it is too long to be a word by chance. */
const KNOWN_KEY_LENGTH_MIN = 16;

/** Our settings, into which a key may have been put in place of what belongs there. */
const SETTINGS = [
  'FLEET_BASE_URL',
  'FLEET_PROFILE',
  'FLEET_API_KEY_FILE',
  'FLEET_OUTPUT',
  'FLEET_NO_INPUT',
  'FLEET_CONFIG_DIR',
  'FLEET_CACHE_DIR',
  'FLEET_STATE_DIR',
  'FLEET_ALLOW_HTTP',
  'FLEET_CATALOGUE',
];

/**
 * Refuses a key or token among the words and in a setting that is for something else: it would be
 * shown in an error, kept in a history or sent. What `fleet secret` starts after `--` has words of its
 * own. Throws `Failure` usage, which says where it is and shows nothing of it.
 */
export function refuseMisplacedKey(argv: readonly string[], environment: Environment): void {
  const known = withoutLineEnd(environment['FLEET_API_KEY'] ?? '');
  const hasKey = (text: string): boolean =>
    KEY_SHAPE.test(text) || (known.length >= KNOWN_KEY_LENGTH_MIN && text.includes(known));
  const end = argv[0] === 'secret' ? argv.indexOf('--') : -1;
  const words = end === -1 ? argv : argv.slice(0, end);
  const at = words.findIndex(hasKey);
  if (at !== -1) throw misplaced(placeOf(words, at), SEEN_AS_ARGUMENT);
  const name = SETTINGS.find((each) => hasKey(environment[each] ?? ''));
  if (name !== undefined) throw misplaced(`The variable ${name}`);
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

function misplaced(place: string, more?: string) {
  return usageFailure(
    'A key is where none belongs',
    `${place} holds an API key or token, which is not shown here. Nothing was sent.`,
    [
      ...(more === undefined ? [] : [more]),
      'fleet auth login asks for a key, or takes it with --key-stdin or --key-file; else set FLEET_API_KEY.',
    ].join('\n'),
  );
}
