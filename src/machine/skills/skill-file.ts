import { SKILL_FILE_CHARS_MAX } from '../../contract/limits.ts';
import { MachineError } from '../machine-error.ts';
import { readYaml } from '../read-yaml.ts';
import { YamlError } from '../yaml-error.ts';
import { type FrontMatter, frontMatter } from './front-matter.ts';

/** A skill as its file says. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly settings: FrontMatter['fleet'];
  /** Everything below the front matter. */
  readonly instructions: string;
  /** The line of the file that they begin with. */
  readonly instructionsLine: number;
}

const FENCE = /^---[ \t]*$/;

/**
 * Parses the text of `skills/<folderName>/SKILL.md`, or of a SKILL.md without a folder. Throws
 * `YamlError`, which names the line and the field.
 */
export function parseSkill(text: string, folderName?: string): Skill {
  if ([...text].length > SKILL_FILE_CHARS_MAX) {
    throw new YamlError(`SKILL.md is longer than ${SKILL_FILE_CHARS_MAX} characters`);
  }
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (!FENCE.test(lines[0] ?? '')) {
    throw new YamlError('line 1: must be ---, which opens the front matter');
  }
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  if (end < 0) throw new YamlError('line 1: the front matter is not closed by a line ---');
  const header = readYaml({ text: lines.slice(1, end).join('\n'), linesAbove: 1 }, frontMatter);
  if (folderName !== undefined && header.name !== folderName) {
    const line = lines.findIndex((one) => one.startsWith('name:')) + 1;
    throw new YamlError(
      `line ${line}: name: ${header.name} differs from the folder's name ${folderName}`,
    );
  }
  const below = lines.slice(end + 1);
  const blank = below.findIndex((line) => line.trim() !== '');
  return {
    name: header.name,
    description: header.description,
    settings: header.fleet,
    instructions: below.join('\n').trim(),
    instructionsLine: end + 2 + Math.max(0, blank),
  };
}

/** Parses the SKILL.md in a command. Throws `MachineError` `invalid_skill` where it is not valid. */
export function validSkill(text: string, folderName?: string): Skill {
  try {
    return parseSkill(text, folderName);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new MachineError('invalid_skill', error.message);
  }
}
