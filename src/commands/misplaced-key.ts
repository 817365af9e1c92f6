import type { Environment } from '../base/environment.ts';
import { withoutLineEnd } from '../base/text/line-end.ts';
import { KEY_SHAPE } from '../contract/key-shape.ts';

/** The key in the environment is looked for as well, where it is too long to be a word by chance. */
const KNOWN_KEY_LENGTH_MIN = 16;

/** Settings into which a key may have been put in place of what belongs there. */
const SETTING =
  /^(FLEET_(BASE_URL|PROFILE|API_KEY_FILE|OUTPUT|NO_INPUT|\w+_DIR|ALLOW_HTTP|CATALOGUE)|(HTTPS?|ALL|NO)_PROXY)$/i;

/**
 * Refuses a key or token among the words and in a setting that is for something else: it would be
 * shown in an error, kept in a history or sent. The program that `fleet secret` starts after `--` has words
 * of its own. Throws `Failure` usage, which says where it is and shows nothing of it.
 */
export async function refuseMisplacedKey(
  argv: readonly string[],
  environment: Environment,
): Promise<void> {
  const known = withoutLineEnd(environment['FLEET_API_KEY'] ?? '');
  const hasKey = (text: string): boolean =>
    KEY_SHAPE.test(text) || (known.length >= KNOWN_KEY_LENGTH_MIN && text.includes(known));
  const end = argv[0] === 'secret' ? argv.indexOf('--') : -1;
  // The program's own name is no place for a key either.
  const words = end === -1 ? argv : argv.slice(0, end + 2);
  const at = words.findIndex(hasKey);
  const isMisplaced = (name: string) => SETTING.test(name) && hasKey(environment[name] ?? '');
  const name = at === -1 ? Object.keys(environment).find(isMisplaced) : undefined;
  if (at === -1 && name === undefined) return;
  const { misplacedSetting, misplacedWord } = await import('./misplaced-key-failure.ts');
  throw name === undefined ? misplacedWord(words, at) : misplacedSetting(name);
}
