import { usageFailure } from '../../contract/failure.ts';
import { endsInText } from './glob-ends.ts';
import { type GlobParts, readGlob } from './glob-parts.ts';

/** What repeats or excludes a group takes long for long texts. */
const TEXT_CHARS_MAX = 200;

/**
 * Whether a text has a character that stands for others. Throws `Failure` usage for a range in braces that
 * cannot be read.
 */
export function isGlob(text: string): boolean {
  return readGlob(text).isGlob;
}

/** Whether a glob fits by what is not there: `[!…]` or `!(…)`. Throws as `isGlob` does. */
export function isNegating(glob: string): boolean {
  return readGlob(glob).isNegating;
}

/**
 * Whether a whole text fits the glob, as in bash; an empty one fits none. The texts are those of machines,
 * so that it is found in time of their length. Throws `Failure` usage for a range that cannot be read, and
 * the matcher does for a text of more than 200 characters where the glob has `!(…)`, `*(…)` or `+(…)`.
 */
export function globMatcher(glob: string): (text: string) => boolean {
  const { parts } = readGlob(glob);
  const isCostly = hasCostlyGroup(parts);
  return (text) => {
    if (text === '') return false;
    if (isCostly && text.length > TEXT_CHARS_MAX) throw tooLong(glob, text);
    return endsInText(parts, text);
  };
}

function hasCostlyGroup(parts: GlobParts): boolean {
  return parts.some(
    (part) =>
      part.kind === 'group' && ('!*+'.includes(part.sign) || part.choices.some(hasCostlyGroup)),
  );
}

function tooLong(glob: string, text: string): Error {
  return usageFailure(
    'The pattern cannot be matched',
    `A machine has a text of ${text.length} characters, and ${JSON.stringify(glob)} is matched with at most ${TEXT_CHARS_MAX}, since it has "!(", "*(" or "+(".`,
  );
}
