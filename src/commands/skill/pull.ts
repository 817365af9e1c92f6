import { readSkillFolderIfAny } from '../../flow/skills/skill-folder.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { CompareCommand } from './compare-command.ts';
import { PULL_FLAGS } from './flags.ts';
import { skillDir } from './skill-dir.ts';
import { createSkillPrinter } from './skill-printer.ts';

export default class SkillPull extends CompareCommand {
  static override readonly summary = 'Make the skills of a folder those of a machine.';
  static override readonly description =
    'Writes each skill that the folder lacks or has in another form. A file that was changed here ' +
    'since it was last pulled or pushed is overwritten only after a yes, and --prune deletes only ' +
    'after one. Skills that come from a linked repository are left. Of several machines all skills ' +
    'are pulled; one that differs between them is a conflict, and nothing is written. It needs a key ' +
    'with fleet:run and machines that are online.';
  static override readonly examples = [
    'fleet skill pull build-01',
    'fleet skill pull build-01 --dir ops/skills --dry-run',
  ];
  static override readonly flags = oclifFlags(PULL_FLAGS);

  async run(): Promise<void> {
    const words = await this.read();
    const { flags } = words;
    const { runtime } = this;
    const printer = await createSkillPrinter(flags, runtime);
    const folder = await skillDir(words.given['dir']);
    const { skills } = await readSkillFolderIfAny(folder);
    await this.withMachines('get_skill', words, async (open) => {
      const { pullSkills } = await import('./pull-skills.ts');
      return pullSkills({ open, runtime, printer, folder, local: skills, flags });
    });
  }
}
