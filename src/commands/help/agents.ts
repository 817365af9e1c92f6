import { catalogueForHelp } from '../../client/catalogue/read.ts';
import { classThatCounts } from '../../contract/confirmation.ts';
import { catalogueCacheForHelp } from '../catalogue-cache.ts';
import { FleetCommand } from '../fleet-command.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { agentsSkill, agentsText } from './agents-text.ts';

export default class HelpAgents extends FleetCommand {
  static override readonly summary = 'How to use fleet as an agent, in few words.';
  static override readonly description =
    'Made from the catalogue at hand. With --skill it is a SKILL.md, to be kept where your assistant ' +
    'looks for skills.';
  static override readonly examples = [
    'fleet help agents',
    'fleet help agents --skill > .claude/skills/fleet/SKILL.md',
  ];
  static override readonly flags = oclifFlags({
    skill: { type: 'boolean', description: 'Print it as a SKILL.md.' },
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const cache = catalogueCacheForHelp(this.runtime);
    const { instructions, operations } = await catalogueForHelp(cache, this.runtime.clock);
    const guide = {
      instructions,
      operations: operations.summaries().map(({ name, class: served }) => ({
        name,
        class: classThatCounts(name, served),
      })),
    };
    await this.runtime.stdout.write(flags.skill ? agentsSkill(guide) : agentsText(guide));
  }
}
