import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isMissing, messageOf } from '../../base/errors.ts';
import { decodeUtf8 } from '../../base/text/utf8.ts';
import { SKILL_FILE_CHARS_MAX } from '../../contract/limits.ts';
import { MachineError } from '../machine-error.ts';
import { YamlError } from '../yaml-error.ts';
import { SKILL_NAME_PATTERN } from './front-matter.ts';
import { parseSkill, type Skill } from './skill-file.ts';

/** So much is kept of the name of a repository, which a file that is not valid may give any length. */
const REPOSITORY_CHARS_MAX = 200;

/** A character takes four bytes of UTF-8 at most. */
const FILE_BYTES_MAX = 4 * SKILL_FILE_CHARS_MAX;

/** Files whose last text is kept with what it says; beyond these all are parsed again. */
const PARSED_MAX = 1000;

interface BrokenSkill {
  /** That of its folder, which may be any. */
  readonly name: string;
  readonly error: string;
}

/** What a folder of skills holds. */
export interface SkillsOnDisk {
  readonly skills: readonly Skill[];
  readonly broken: readonly BrokenSkill[];
}

interface SkillOnDisk {
  readonly skill: Skill;
  /** The whole file. */
  readonly content: string;
}

/**
 * Every skill below `folder` by name, and the broken ones, whose file is missing or not valid, or whose
 * folder is a link. A `folder` that cannot be read is itself listed as broken.
 */
export async function readSkills(folder: string): Promise<SkillsOnDisk> {
  const skills: Skill[] = [];
  const broken: BrokenSkill[] = [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(messageOf);
  if (typeof entries === 'string') {
    return { skills, broken: [{ name: basename(folder), error: entries }] };
  }
  const shown = entries.filter(({ name }) => !name.startsWith('.'));
  const names: string[] = [];
  for (const entry of shown) {
    const isLink = entry.isSymbolicLink() && (await hasSkillFolder(folder, entry.name));
    if (isLink || entry.isDirectory()) names.push(entry.name);
  }
  for (const name of names.sort()) {
    try {
      skills.push((await loadSkill(folder, name)).skill);
    } catch (error) {
      broken.push({ name, error: reasonOf(error) });
    }
  }
  return { skills, broken };
}

/** One skill. Throws `MachineError`: `unknown_skill` for none, `invalid_skill` for a file that is not valid. */
export async function readSkill(folder: string, name: string): Promise<SkillOnDisk> {
  if (!SKILL_NAME_PATTERN.test(name)) {
    throw new MachineError('unknown_skill', `${name} is not a valid name of a skill`);
  }
  try {
    return await loadSkill(folder, name);
  } catch (error) {
    if (error instanceof YamlError) {
      throw new MachineError('invalid_skill', `skill ${name}: ${error.message}`);
    }
    if (!isMissing(error)) throw error;
    throw new MachineError('unknown_skill', `the machine has no skill ${name}`);
  }
}

async function loadSkill(folder: string, name: string): Promise<SkillOnDisk> {
  if (!SKILL_NAME_PATTERN.test(name)) {
    throw new YamlError(`the name of its folder must match ${SKILL_NAME_PATTERN.source}`);
  }
  if (await isLinkedFolder(folder, name)) throw new YamlError(LINKED_FOLDER);
  const path = join(folder, name, 'SKILL.md');
  const content = await readSkillFile(path);
  return { skill: parseOnce(path, { content, name }), content };
}

const parsed = new Map<string, SkillOnDisk>();

/** A machine reads all its skills at every sync, and most are as they were. Throws `YamlError`. */
function parseOnce(path: string, { content, name }: { content: string; name: string }): Skill {
  const last = parsed.get(path);
  if (last?.content === content) return last.skill;
  const skill = parseSkill(content, name);
  if (parsed.size >= PARSED_MAX) parsed.clear();
  parsed.set(path, { skill, content });
  return skill;
}

function reasonOf(error: unknown): string {
  return isMissing(error) ? 'there is no file SKILL.md in its folder' : messageOf(error);
}

/**
 * The text of a regular file of limited size: reading a pipe might never end, a device might fill the memory.
 * Throws `YamlError` for another one, and the error of the file system.
 */
export async function readSkillFile(path: string): Promise<string> {
  const found = await stat(path);
  if (!found.isFile()) throw new YamlError('SKILL.md is not a file');
  if (found.size > FILE_BYTES_MAX) {
    throw new YamlError(`SKILL.md is longer than ${SKILL_FILE_CHARS_MAX} characters`);
  }
  const content = decodeUtf8(await readFile(path), { keepByteOrderMark: true });
  if (content === undefined) throw new YamlError('SKILL.md is not UTF-8 text');
  return content;
}

/** One skill; undefined where there is none or its file is not valid. */
export async function findSkill(folder: string, name: string): Promise<Skill | undefined> {
  try {
    return (await readSkill(folder, name)).skill;
  } catch (error) {
    if (error instanceof MachineError) return undefined;
    throw error;
  }
}

/** What is said of a link in the place of a skill's folder, which is not looked into. */
export const LINKED_FOLDER = 'its folder is a link; a skill is a folder of its own in skills';

/** Whether a link stands in the place of a skill's folder: who changes what it leads to may be anybody. */
export async function isLinkedFolder(folder: string, name: string): Promise<boolean> {
  try {
    return (await lstat(join(folder, name))).isSymbolicLink();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** A line of the front matter, also of one that is not valid. */
const REPOSITORY = /^[ \t]+["']?repository["']?[ \t]*:[ \t]*(?!~|null\b|#)(\S.*)$/m;

/**
 * The linked repository that a skill comes from, null where it comes from none; of one whose file is not
 * valid the one that a line names: broken for a moment it is still that repository's. Undefined where there
 * is no skill.
 */
export async function repositoryOf(
  folder: string,
  name: string,
): Promise<string | null | undefined> {
  const skill = await findSkill(folder, name);
  if (skill !== undefined) return skill.settings.repository;
  if (await isLinkedFolder(folder, name)) return undefined;
  const path = join(folder, name, 'SKILL.md');
  const text = await readSkillFile(path).catch((error: unknown) => {
    if (isMissing(error) || error instanceof YamlError) return '';
    throw error;
  });
  const [, repository] = REPOSITORY.exec(frontOf(text)) ?? [];
  return repository?.trimEnd().slice(0, REPOSITORY_CHARS_MAX);
}

/** What stands before the second fence. */
function frontOf(text: string): string {
  return text.split(/^---[ \t]*\r?$/m, 2).join('\n');
}

/** Whether there is a folder of that name, or a link to one, whatever is in it. */
export async function hasSkillFolder(folder: string, name: string): Promise<boolean> {
  try {
    return (await stat(join(folder, name))).isDirectory();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
