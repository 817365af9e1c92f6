import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceKept } from '../../base/disk/replace-kept.ts';
import { RightsError } from '../../base/disk/rights-error.ts';
import { reservedName } from '../../base/paths/reserved-name.ts';
import type { ServiceCommandResults } from '../../contract/command-args.ts';
import { SKILL_FILE_CHARS_MAX } from '../../contract/limits.ts';
import { marksIn } from '../../contract/scrubbed-text.ts';
import { MachineError } from '../machine-error.ts';
import type { SecretsFile } from '../secrets/secrets-file.ts';
import { SKILL_NAME_PATTERN } from '../skills/front-matter.ts';
import { validSkill } from '../skills/skill-file.ts';
import {
  findSkill,
  isLinkedFolder,
  LINKED_FOLDER,
  readSkillFile,
  repositoryOf,
} from '../skills/skill-folder.ts';
import { defineCommand } from './define-command.ts';

/**
 * Writes `skills/<skill>/SKILL.md` where it is valid. A skill that takes webhooks from anybody is
 * saved only where the caller allows that; a skill of a linked repository is never saved, and no text as
 * others read it, without what looks like a secret there.
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
    if (skill.settings.isOpen && !args.allow_unauthenticated) {
      throw new MachineError(
        'invalid_skill',
        'fleet.auth is none, so anybody could start the skill; set allow_unauthenticated to allow that',
      );
    }
    const reserved = reservedName(name, machine.host.platform);
    if (reserved !== undefined) {
      throw new MachineError('invalid_skill', `no folder can be named ${name}: ${reserved}`);
    }
    const { skills } = machine.folder;
    const before = await findSkill(skills, name);
    refuseLinked(name, (await repositoryOf(skills, name)) ?? skill.settings.repository);
    if (await isLinkedFolder(skills, name)) {
      throw new MachineError('invalid_skill', `skill ${name}: ${LINKED_FOLDER}`);
    }
    const folder = join(skills, name);
    await refuseScrubbed(folder, content, machine.secrets);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await write(join(folder, 'SKILL.md'), content, name);
    return { skill: name, created: before === undefined };
  },
});

/**
 * Throws `MachineError` `invalid_skill` for a text that was read from here, changed and sent back: it would put
 * the mark of a secret in the place of what the owner wrote.
 */
async function refuseScrubbed(
  folder: string,
  content: string,
  secrets: Pick<SecretsFile, 'scrub'>,
): Promise<void> {
  if (marksIn(content) === 0) return;
  const present = await readSkillFile(join(folder, 'SKILL.md')).catch(() => '');
  const scrub = await secrets.scrub();
  if (marksIn(content) <= marksIn(present) || scrub(present) === present) return;
  throw new MachineError(
    'invalid_skill',
    'the text has [scrubbed] where the file on the machine has what looks like a secret, which it does not send; nothing was written: change the skill on the machine, or send it with the real text',
  );
}

/** The file of before may be its owner's, who goes on with it. */
async function write(path: string, content: string, name: string): Promise<void> {
  await replaceKept(path, content, 0o600).catch((error: unknown) => {
    if (!(error instanceof RightsError)) throw error;
    const why = `skills/${name}/SKILL.md: ${error.reason}`;
    throw new MachineError('denied_by_machine', why, { cause: error });
  });
}

/** Throws `MachineError` `linked_skill` where the skill comes from a repository. */
export function refuseLinked(name: string, repository: string | null | undefined): void {
  if (repository === null || repository === undefined) return;
  throw new MachineError(
    'linked_skill',
    `skill ${name} comes from the repository ${repository} and can only be changed there`,
  );
}
