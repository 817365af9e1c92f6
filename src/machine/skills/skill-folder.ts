import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../folder.ts';
import { MachineProblem } from '../problem.ts';
import { YamlProblem } from '../yaml-source.ts';
import { SKILL_NAME_PATTERN } from './front-matter.ts';
import { parseSkill, type Skill } from './skill-file.ts';

/** A folder may have any name; longer ones are cut where they are reported. */
const NAME_CHARS_MAX = 200;

export interface BrokenSkill {
  readonly name: string;
  readonly error: string;
}

export interface SkillsOnDisk {
  readonly skills: readonly Skill[];
  readonly broken: readonly BrokenSkill[];
}

export interface SkillOnDisk {
  readonly skill: Skill;
  /** The whole file. */
  readonly content: string;
}

/** Every skill below `folder` by name, and those whose file is missing or wrong. */
export async function readSkills(folder: string): Promise<SkillsOnDisk> {
  const skills: Skill[] = [];
  const broken: BrokenSkill[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  for (const name of names.filter((name) => !name.startsWith('.')).sort()) {
    try {
      skills.push((await readSkill(folder, name)).skill);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      broken.push({ name: name.slice(0, NAME_CHARS_MAX), error: message });
    }
  }
  return { skills, broken };
}

/** One skill. Throws `unknown_skill` where there is none, `invalid_skill` where its file is wrong. */
export async function readSkill(folder: string, name: string): Promise<SkillOnDisk> {
  if (!SKILL_NAME_PATTERN.test(name)) {
    throw new MachineProblem('unknown_skill', `${name} cannot be the name of a skill`);
  }
  try {
    const content = await readFile(join(folder, name, 'SKILL.md'), 'utf8');
    return { skill: parseSkill(content, name), content };
  } catch (error) {
    if (error instanceof YamlProblem) {
      throw new MachineProblem('invalid_skill', `skill ${name}: ${error.message}`);
    }
    if (!isMissing(error)) throw error;
    throw new MachineProblem('unknown_skill', `the machine has no skill ${name}`);
  }
}

/** One skill, or undefined where there is none or its file is wrong. */
export async function findSkill(folder: string, name: string): Promise<Skill | undefined> {
  try {
    return (await readSkill(folder, name)).skill;
  } catch (error) {
    if (error instanceof MachineProblem) return undefined;
    throw error;
  }
}

/** Whether a folder of that name is there, whatever is in it. */
export async function hasSkillFolder(folder: string, name: string): Promise<boolean> {
  try {
    return (await stat(join(folder, name))).isDirectory();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
