/** The SKILL.md of one skill at one place: its text, or why it cannot be read. */
export type SkillFile =
  | { readonly kind: 'text'; readonly content: string }
  | { readonly kind: 'unreadable'; readonly reason: string };

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
