import { resolve } from 'node:path';
import * as Args from '@oclif/core/args';
import { readSkillFolder } from '../../flow/skills/skill-folder.ts';
import { FleetCommand } from '../fleet-command.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { PUSH_FLAGS, SKILL_DIR } from './flags.ts';
import { openSkills } from './open-skills.ts';
import { createSkillPrinter } from './skill-printer.ts';

export default class SkillPush extends FleetCommand {
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
  static override readonly args = {
    machine: Args.string({
      required: false,
      ignoreStdin: true,
      description: 'Id or name of a machine, or a glob; more may follow.',
    }),
  };
  /** More machines may follow the first. */
  static override readonly strict = false;
  static override readonly flags = oclifFlags(PUSH_FLAGS);

  async run(): Promise<void> {
    const { flags, places } = await this.read();
    const { runtime } = this;
    const printer = await createSkillPrinter(flags, runtime);
    const folder = resolve(flags['dir'] ?? SKILL_DIR);
    const { besides, skills } = await readSkillFolder(folder);
    const open = await openSkills(runtime, {
      operation: 'save_skill',
      argv: this.argv,
      machines: [...places, ...(flags['machine'] ?? [])],
      where: flags['where'] ?? [],
      followTimeout: flags['follow-timeout'],
    });
    const { pushSkills } = await import('./push-skills.ts');
    try {
      process.exitCode = await pushSkills({
        open,
        runtime,
        printer,
        folder,
        local: skills,
        besides,
        flags,
      });
    } finally {
      await open.service.client.close();
    }
  }
}
