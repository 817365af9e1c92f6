import picomatch from 'picomatch';
import { RE2JS } from 're2js';
import { usageFailure } from '../../contract/failure.ts';

// Names are not paths: a star matches every character, `.` and `/` included.
const OPTIONS = { dot: true, bash: true, nonegate: true };

/** By these picomatch keeps a star from the folders `.` and `..` and from nothing at all. */
const ABOUT_PATHS = ['(?!(?:^|\\/)\\.{1,2}(?:\\/|$))', '(?=.)'];

/** What RE2 cannot match, `!(…)`, takes long for long texts. */
const TEXT_CHARS_MAX = 200;

/** Whether a text has a character that stands for others. */
export function isGlob(text: string): boolean {
  return picomatch.scan(text, OPTIONS).isGlob === true;
}

/**
 * Whether a whole text fits the glob. The texts are those of machines, so that it is found in time of
 * their length. The matcher throws `Failure` usage for a text of more than 200 characters where the
 * glob has `!(…)`.
 */
export function globMatcher(glob: string): (text: string) => boolean {
  const fits = picomatch(glob, OPTIONS);
  const program = linearProgram(glob);
  return (text) => {
    if (text === '') return fits(text);
    if (program !== undefined) return program.test(text);
    if (text.length <= TEXT_CHARS_MAX) return fits(text);
    throw usageFailure(
      'The pattern cannot be matched',
      `A machine has a text of ${text.length} characters, and ${JSON.stringify(glob)} is matched with at most ${TEXT_CHARS_MAX}, since it has "!(".`,
    );
  };
}

/** Undefined for what RE2 cannot match. */
function linearProgram(glob: string): RE2JS | undefined {
  const { source } = picomatch.makeRe(glob, OPTIONS);
  const plain = ABOUT_PATHS.reduce((text, part) => text.replaceAll(part, ''), source);
  try {
    return RE2JS.compile(plain, RE2JS.DOTALL);
  } catch {
    return undefined;
  }
}
