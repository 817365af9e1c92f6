import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../base/disk/replace-file.ts';
import type { ServiceCommandResults } from '../../contract/command-args.ts';
import { SKILL_FILE_CHARS_MAX } from '../../contract/limits.ts';
import { MachineError } from '../machine-error.ts';
import { YamlError } from '../read-yaml.ts';
import { SKILL_NAME_PATTERN } from '../skills/front-matter.ts';
import { parseSkill, type Skill } from '../skills/skill-file.ts';
import { findSkill } from '../skills/skill-folder.ts';
import { defineCommand } from './define-command.ts';

/**
 * Writes `skills/<skill>/SKILL.md` whole, once it is valid. A skill that takes webhooks from anybody
 * is saved only where the caller allows that, one of a linked repository never.
 */
export const skillSave = defineCommand({
  type: 'skill.save',
  args: z.strictObject({
    skill: z.string().regex(SKILL_NAME_PATTERN),
    content: z
      .string()
      .min(1)
      .max(SKILL_FILE_CHARS_MAX * 2),
    allow_unauthenticated: z.boolean(),
  }),
  async run(machine, args): Promise<ServiceCommandResults['skill.save']> {
    const { skill: name, content } = args;
    const skill = validSkill(content, name);
    if (skill.settings.auth === 'none' && !args.allow_unauthenticated) {
      throw new MachineError(
        'invalid_skill',
        'fleet.auth is none, so anybody could start it; that needs allow_unauthenticated',
      );
    }
    const before = await findSkill(machine.folder.skills, name);
    refuseLinked(name, before?.settings.repository ?? skill.settings.repository);
    const folder = join(machine.folder.skills, name);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await replaceFile(join(folder, 'SKILL.md'), content, { mode: 0o600 });
    return { skill: name, created: before === undefined };
  },
});

function validSkill(content: string, name: string): Skill {
  try {
    return parseSkill(content, name);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new MachineError('invalid_skill', error.message);
  }
}

/** Throws for a skill that is changed where it comes from. */
export function refuseLinked(name: string, repository: string | null): void {
  if (repository === null) return;
  throw new MachineError(
    'linked_skill',
    `skill ${name} comes from the repository ${repository} and is changed there`,
  );
}
