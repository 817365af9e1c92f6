import { readSkillFolder } from '../../flow/skills/skill-folder.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { CompareCommand } from './compare-command.ts';
import { PUSH_FLAGS } from './flags.ts';
import { requireSkillsToPrune, requireSkillsToPush } from './nothing-found.ts';
import { skillDir } from './skill-dir.ts';
import { createSkillPrinter } from './skill-printer.ts';

export default class SkillPush extends CompareCommand {
  static override readonly summary = 'Make the skills of machines those of a folder.';
  static override readonly description =
    'Compares the folder with what each machine has now, shows what is to be done, and does it after ' +
    'a yes. What is alike is not sent, so a second run does nothing. Skills that come from a linked ' +
    'repository are left, and so are those that the folder does not have, unless --prune is given. A ' +
    'skill that somebody changed after the plan was shown is left too. It needs a key with fleet:admin ' +
    'and machines that are online, in control mode.';
  static override readonly examples = [
    'fleet skill push build-01',
    "fleet skill push --machine 'build-*' --dir ops/skills --dry-run",
    "fleet skill push --machine '*' --where status=online --prune --yes",
  ];
  static override readonly flags = oclifFlags(PUSH_FLAGS);

  async run(): Promise<void> {
    const words = await this.read();
    const { flags } = words;
    const { runtime } = this;
    const printer = await createSkillPrinter(flags, runtime);
    const folder = await skillDir(words.given['dir']);
    const { besides, skills } = await readSkillFolder(folder);
    if (flags['prune'] === true) requireSkillsToPrune(skills, `in ${folder}`);
    requireSkillsToPush(skills, folder);
    await this.withMachines('save_skill', words, async (open) => {
      const { pushSkills } = await import('./push-skills.ts');
      return pushSkills({ open, runtime, printer, folder, local: skills, besides, flags });
    });
  }
}
