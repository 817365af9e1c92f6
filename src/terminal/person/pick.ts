import { isCancel, select } from '@clack/prompts';
import { cutText } from '../../render/text-width.ts';
import { type Asking, streamsOf } from './asking.ts';

/** One thing to pick, in sanitised text. */
interface Choice {
  readonly label: string;
  readonly hint: string;
}

/** The index of what a person picks; undefined where they leave (Esc, Ctrl-C). */
export async function pick(
  message: string,
  choices: readonly Choice[],
  asking: Asking,
): Promise<number | undefined> {
  const room = Math.max(10, (asking.promptStream.columns || 80) - 8);
  const picked = await select<number>({
    message,
    options: choices.map(({ hint, label }, value) => ({
      value,
      label: cutText(label, room),
      hint: cutText(hint, Math.max(10, room - 4)),
    })),
    ...streamsOf(asking),
  });
  return isCancel(picked) ? undefined : picked;
}
