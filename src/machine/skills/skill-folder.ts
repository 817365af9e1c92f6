import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { SKILL_FILE_CHARS_MAX } from '../../contract/limits.ts';
import { isMissing } from '../folder.ts';
import { MachineError } from '../machine-error.ts';
import { YamlError } from '../read-yaml.ts';
import { SKILL_NAME_PATTERN } from './front-matter.ts';
import { parseSkill, type Skill } from './skill-file.ts';

/** A folder may have any name; longer ones are cut where they are reported. */
const NAME_CHARS_MAX = 200;

/** A character takes four bytes of UTF-8 at most. */
const FILE_BYTES_MAX = 4 * SKILL_FILE_CHARS_MAX;

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

/**
 * Every skill below `folder` by name, and those whose file is missing or wrong; a folder that cannot
 * be read is itself among these.
 */
export async function readSkills(folder: string): Promise<SkillsOnDisk> {
  const skills: Skill[] = [];
  const broken: BrokenSkill[] = [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(messageOf);
  if (typeof entries === 'string') {
    return { skills, broken: [{ name: basename(folder), error: entries }] };
  }
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  for (const name of names.filter((name) => !name.startsWith('.')).sort()) {
    try {
      skills.push((await readSkill(folder, name)).skill);
    } catch (error) {
      broken.push({ name: name.slice(0, NAME_CHARS_MAX), error: messageOf(error) });
    }
  }
  return { skills, broken };
}

/** One skill. Throws `unknown_skill` where there is none, `invalid_skill` where its file is wrong. */
export async function readSkill(folder: string, name: string): Promise<SkillOnDisk> {
  if (!SKILL_NAME_PATTERN.test(name)) {
    throw new MachineError('unknown_skill', `${name} cannot be the name of a skill`);
  }
  try {
    const content = await readSkillFile(join(folder, name, 'SKILL.md'));
    return { skill: parseSkill(content, name), content };
  } catch (error) {
    if (error instanceof YamlError) {
      throw new MachineError('invalid_skill', `skill ${name}: ${error.message}`);
    }
    if (!isMissing(error)) throw error;
    throw new MachineError('unknown_skill', `the machine has no skill ${name}`);
  }
}

/** The text of a file of bounded size: a pipe would never end, and a device fills the memory. */
async function readSkillFile(path: string): Promise<string> {
  const found = await stat(path);
  if (!found.isFile()) throw new YamlError('SKILL.md is not a file');
  if (found.size > FILE_BYTES_MAX) {
    throw new YamlError(`SKILL.md is longer than ${SKILL_FILE_CHARS_MAX} characters`);
  }
  return await readFile(path, 'utf8');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** One skill, or undefined where there is none or its file is wrong. */
export async function findSkill(folder: string, name: string): Promise<Skill | undefined> {
  try {
    return (await readSkill(folder, name)).skill;
  } catch (error) {
    if (error instanceof MachineError) return undefined;
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
