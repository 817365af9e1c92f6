import { readSkillFolder } from '../../flow/skills/skill-folder.ts';
import { createPrinter } from '../../terminal/printer.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { CompareCommand } from './compare-command.ts';
import { DIFF_FLAGS, SKILL_DIR } from './flags.ts';
import { skillDir } from './skill-dir.ts';

export default class SkillDiff extends CompareCommand {
  static override readonly summary = 'Compare the skills of a folder with those of machines.';
  static override readonly description =
    'Prints what a push with --prune would change, as diff -u does: + is in the folder, - on the ' +
    'machine. With -o table a line for each skill, with other formats a row. Skills that come from a ' +
    'linked repository are told on stderr and do not count. It needs a key with fleet:run and machines ' +
    'that are online.';
  static override readonly examples = [
    'fleet skill diff build-01',
    "fleet skill diff --machine '*' --exit-code",
    'fleet skill diff build-01 -o json',
  ];
  static override readonly flags = oclifFlags(DIFF_FLAGS);

  async run(): Promise<void> {
    const words = await this.read();
    const { flags } = words;
    const { runtime } = this;
    const printer = await createPrinter(flags, runtime);
    const dir = flags['dir'] ?? SKILL_DIR;
    const { skills } = await readSkillFolder(await skillDir(words.given['dir']));
    await this.withMachines('get_skill', words, async (open) => {
      const { diffSkills } = await import('./diff-skills.ts');
      return diffSkills({ open, runtime, printer, dir, local: skills, flags });
    });
  }
}
