import type { Environment } from '../base/environment.ts';
import { withoutLineEnd } from '../base/text/line-end.ts';

/**
 * Keys, tokens of apps and of machines, as the service makes them; a text without a digit is a name.
 * Every repetition is bounded, since a word may be a whole file.
 */
export const KEY_SHAPE =
  /fleet[a-z]{0,4}_[A-Za-z0-9]{2,64}_(?=[A-Za-z_-]{0,64}\d)[A-Za-z0-9_-]{20}/;

/** The key in the environment is looked for as well, where it is too long to be a word by chance. */
const KNOWN_KEY_LENGTH_MIN = 16;

/** Settings into which a key may have been put in place of what belongs there. */
const SETTING =
  /^(FLEET_(BASE_URL|PROFILE|API_KEY_FILE|OUTPUT|NO_INPUT|\w+_DIR|ALLOW_HTTP|CATALOGUE)|(HTTPS?|ALL|NO)_PROXY)$/i;

/**
 * Refuses a key or token among the words and in a setting that is for something else: it would be
 * shown in an error, kept in a history or sent. What `fleet secret` starts after `--` has words of its
 * own. Throws `Failure` usage, which says where it is and shows nothing of it.
 */
export async function refuseMisplacedKey(
  argv: readonly string[],
  environment: Environment,
): Promise<void> {
  const known = withoutLineEnd(environment['FLEET_API_KEY'] ?? '');
  const hasKey = (text: string): boolean =>
    KEY_SHAPE.test(text) || (known.length >= KNOWN_KEY_LENGTH_MIN && text.includes(known));
  const end = argv[0] === 'secret' ? argv.indexOf('--') : -1;
  const words = end === -1 ? argv : argv.slice(0, end);
  const at = words.findIndex(hasKey);
  const isMisplaced = (name: string) => SETTING.test(name) && hasKey(environment[name] ?? '');
  const name = at === -1 ? Object.keys(environment).find(isMisplaced) : undefined;
  if (at === -1 && name === undefined) return;
  const { misplacedSetting, misplacedWord } = await import('./misplaced-key-failure.ts');
  throw name === undefined ? misplacedWord(words, at) : misplacedSetting(name);
}
