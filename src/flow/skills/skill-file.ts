import { SKILL_FILE_CHARS_MAX } from '../../contract/limits.ts';

/** The SKILL.md of one skill at one place: its text, or why it cannot be read. */
export type SkillFile =
  | { readonly kind: 'text'; readonly content: string }
  | { readonly kind: 'unreadable'; readonly reason: string };

export const TOO_LONG = `the file is longer than ${SKILL_FILE_CHARS_MAX} characters`;

/** Whether a text has more characters than a skill can; one of Unicode may count twice in `length`. */
export function isTooLong(text: string): boolean {
  if (text.length <= SKILL_FILE_CHARS_MAX) return false;
  return text.length > 2 * SKILL_FILE_CHARS_MAX || [...text].length > SKILL_FILE_CHARS_MAX;
}

/** The skills of a machine or a folder by name. */
export type Skills = ReadonlyMap<string, SkillFile>;

/** Names of skills (specification, "Resources and their fields"); others are never part of a path. */
const SKILL_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** Whether a text can be the name of a skill. */
export function isSkillName(text: string): boolean {
  return SKILL_NAME.test(text);
}

/** Whether two files are alike; undefined is no file. */
export function isSameFile(left: SkillFile | undefined, right: SkillFile | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  if (left.kind === 'unreadable') return right.kind === 'unreadable';
  return right.kind === 'text' && left.content === right.content;
}

/** The skills that are alike on both sides, and those in `equal`, which were made so. */
export function commonSkills(side: Skills, other: Skills, equal: ReadonlySet<string>): Skills {
  const isCommon = ([skill, file]: readonly [string, SkillFile]) =>
    equal.has(skill) || isSameFile(file, other.get(skill));
  return new Map([...side].filter(isCommon));
}
