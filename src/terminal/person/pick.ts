import { select } from '@clack/prompts';
import { cutText } from '../../render/text-width.ts';
import { dropTypedAhead } from '../typed-ahead.ts';
import { type Asking, said } from './asking.ts';
import { choiceKeys } from './keys.ts';

/** What the prompt takes of the width; a choice that it has to wrap looks like two. */
export const BESIDE_CHOICE = 17;

/**
 * The index of what a person picks of these, in sanitised text; undefined where they leave (Esc, Ctrl-C).
 * Throws `Failure` interrupted on a signal.
 */
export async function pick(
  message: string,
  choices: readonly string[],
  asking: Asking,
): Promise<number | undefined> {
  await dropTypedAhead(asking.stdin);
  const room = Math.max(10, (asking.promptStream.columns || 80) - BESIDE_CHOICE);
  const options = choices.map((choice, value) => ({ value, label: cutText(choice, room) }));
  return said(
    asking,
    () => choiceKeys(choices, { at: 0, isMultiple: false }),
    (streams) => select<number>({ message: cutText(message, 2 * room), options, ...streams }),
  );
}
