import { lstat, mkdir, readdir, realpath, rm, rmdir, unlink } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { openRegular } from '../../base/disk/open-regular.ts';
import { replaceKept } from '../../base/disk/replace-kept.ts';
import { isMissing, messageOf } from '../../base/errors.ts';
import { reservedName } from '../../base/paths/reserved-name.ts';
import { type Platform, thisPlatform } from '../../base/platform.ts';
import { Failure, usageFailure } from '../../contract/failure.ts';
import { SKILL_FILE_CHARS_MAX } from '../../contract/limits.ts';
import { isSkillName, isTooLong, type SkillFile, type Skills, TOO_LONG } from './skill-file.ts';

/** The file of a skill, in a folder that is named as the skill. */
const FILE = 'SKILL.md';

/** A folder of skills, as it lies in a repository. */
interface SkillFolder {
  readonly skills: Skills;
  /** What lies beside a SKILL.md, as `triage/notes.md`: a service takes the one file. */
  readonly besides: readonly string[];
}

/**
 * Reads `<folder>/<skill>/SKILL.md` of every skill. Folders that begin with a dot, and files beside
 * them, are nobody's. Throws `Failure` usage where there is no such folder, or one that holds a
 * SKILL.md cannot be the name of a skill.
 */
export async function readSkillFolder(folder: string): Promise<SkillFolder> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw noFolder(folder, error);
  });
  const names = entries
    .filter((entry) => !entry.name.startsWith('.') && !entry.isFile())
    .map(({ name }) => name)
    .sort();
  const skills = new Map<string, SkillFile>();
  const besides: string[] = [];
  for (const name of names) {
    const inside = await readdir(join(folder, name)).catch(() => []);
    const file = await readSkillFile(folder, name);
    if (file === undefined && !isSkillName(name)) continue;
    if (!isSkillName(name)) throw wrongName(folder, name);
    skills.set(name, file ?? { kind: 'unreadable', reason: `there is no ${FILE} in the folder` });
    const others = inside.filter((each) => each !== FILE && !each.startsWith('.'));
    besides.push(...others.map((each) => `${name}/${each}`));
  }
  return { skills, besides };
}

/** As `readSkillFolder`; a folder that is not there yet has no skills. */
export async function readSkillFolderIfAny(folder: string): Promise<SkillFolder> {
  const exists = await readdir(folder).then(
    () => true,
    (error: unknown) => !isMissing(error),
  );
  return exists ? readSkillFolder(folder) : { skills: new Map(), besides: [] };
}

/** One file of the folder; undefined where there is none. One that a link has outside of it is not read. */
export async function readSkillFile(folder: string, skill: string): Promise<SkillFile | undefined> {
  try {
    const bytes = await bytesOf(await pathInside(folder, join(skill, FILE)));
    if (typeof bytes === 'string') return { kind: 'unreadable', reason: bytes };
    // A byte order mark stays, so that what is read back from a machine is the same text.
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const content = decoder.decode(bytes);
    if (content === '') return { kind: 'unreadable', reason: 'the file is empty' };
    if (isTooLong(content)) return { kind: 'unreadable', reason: TOO_LONG };
    return { kind: 'text', content };
  } catch (error) {
    if (isMissing(error)) return undefined;
    const reason = error instanceof TypeError ? 'the file is not UTF-8 text' : messageOf(error);
    return { kind: 'unreadable', reason };
  }
}

const BYTES_MAX = 4 * SKILL_FILE_CHARS_MAX;

/** The bytes of a file, or why they are not read. */
async function bytesOf(path: string): Promise<Uint8Array | string> {
  const file = await openRegular(path);
  if (file === undefined) return `${FILE} is no regular file`;
  try {
    const { size } = await file.stat();
    return size > BYTES_MAX ? TOO_LONG : await file.readFile();
  } finally {
    await file.close();
  }
}

/**
 * Where a path below the folder leads. Whoever made the folder, as a repository, may have put links into
 * it: what they lead to outside is not the folder's, and is neither sent nor changed. Rejects where it
 * leads there, and with the error of the file system.
 */
async function pathInside(folder: string, below: string): Promise<string> {
  const [path, root] = await Promise.all([realpath(join(folder, below)), realpath(folder)]);
  if (path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)) return path;
  throw new Error(`${join(folder, below)} is a link that leads out of the folder`);
}

/**
 * Writes the file of a skill whole or not at all; one that is there keeps its mode and owner. Throws
 * `Failure` local where the system takes the name for another one; rejects as `pathInside`, and with
 * `WriteError`.
 */
export async function writeSkillFile(
  folder: string,
  skill: string,
  text: string,
  platform: Platform = thisPlatform(),
): Promise<void> {
  const reserved = reservedName(skill, platform);
  if (reserved !== undefined) throw nameReserved(skill, reserved);
  await mkdir(join(folder, skill), { recursive: true });
  await pathInside(folder, skill);
  // Such folders lie in repositories, where others may read them as far as the umask lets them.
  await replaceKept(join(folder, skill, FILE), text, 'umask');
}

/**
 * Removes the file of a skill, and its folder where nothing else is in it; of a link in the place of the folder
 * the link alone, since what it leads to is another skill's. Rejects as `pathInside`.
 */
export async function removeSkillFile(folder: string, skill: string): Promise<void> {
  await pathInside(folder, skill);
  if ((await lstat(join(folder, skill))).isSymbolicLink()) return unlink(join(folder, skill));
  await rm(join(folder, skill, FILE), { force: true });
  await rmdir(join(folder, skill)).catch(() => {});
}

function nameReserved(skill: string, why: string): Failure {
  return new Failure('local', {
    code: 'name_reserved',
    title: `${skill} was not written`,
    detail: `No folder here can be named ${skill}: ${why}.`,
  });
}

function noFolder(folder: string, error: unknown): Error {
  return usageFailure(
    'The folder of skills cannot be read',
    isMissing(error) ? `${folder} is not a folder.` : `${folder}: ${messageOf(error)}.`,
    { step: 'name_skill_folder' },
  );
}

function wrongName(folder: string, name: string): Error {
  return usageFailure(
    'A folder is not named as a skill can be',
    `${join(folder, name)} has a SKILL.md, and names of skills are lower-case letters, digits and -, up to 64.`,
  );
}
