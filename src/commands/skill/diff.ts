import { resolve } from 'node:path';
import * as Args from '@oclif/core/args';
import { readSkillFolder } from '../../flow/skills/skill-folder.ts';
import { createPrinter } from '../../terminal/printer.ts';
import { FleetCommand } from '../fleet-command.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { DIFF_FLAGS, SKILL_DIR } from './flags.ts';
import { openSkills } from './open-skills.ts';

export default class SkillDiff extends FleetCommand {
  static override readonly summary = 'Compare the skills of a folder with those of machines.';
  static override readonly description =
    'Prints what a push with --prune would change, as diff -u does: + is in the folder, - on the ' +
    'machine. With -o table a line for each skill, with other formats a row. Skills that come from a linked repository are told on ' +
    'stderr and do not count. It needs a key with fleet:run and machines that are online.';
  static override readonly examples = [
    'fleet skill diff build-01',
    "fleet skill diff --machine '*' --exit-code",
    'fleet skill diff build-01 -o json',
  ];
  static override readonly args = {
    machine: Args.string({
      required: false,
      ignoreStdin: true,
      description: 'Id or name of a machine, or a glob; more may follow.',
    }),
  };
  /** More machines may follow the first. */
  static override readonly strict = false;
  static override readonly flags = oclifFlags(DIFF_FLAGS);

  async run(): Promise<void> {
    const { flags, places } = await this.read();
    const { runtime } = this;
    const printer = await createPrinter(flags, runtime);
    const dir = flags['dir'] ?? SKILL_DIR;
    const { skills } = await readSkillFolder(resolve(dir));
    const open = await openSkills(runtime, {
      operation: 'get_skill',
      argv: this.argv,
      machines: [...places, ...(flags['machine'] ?? [])],
      where: flags['where'] ?? [],
      followTimeout: undefined,
    });
    const { diffSkills } = await import('./diff-skills.ts');
    try {
      process.exitCode = await diffSkills({ open, runtime, printer, dir, local: skills, flags });
    } finally {
      await open.service.client.close();
    }
  }
}
