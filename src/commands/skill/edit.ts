import * as Args from '@oclif/core/args';
import { usageFailure } from '../../contract/failure.ts';
import { isSkillName } from '../../flow/skills/skill-file.ts';
import { canPrompt } from '../../terminal/terminal.ts';
import { FleetCommand } from '../fleet-command.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { EDIT_FLAGS } from './flags.ts';
import { openSkills } from './open-skills.ts';

const CHOICES = ['resume', 'discard'] as const;

export default class SkillEdit extends FleetCommand {
  static override readonly summary = 'Edit a skill of a machine in your editor.';
  static override readonly description =
    'Opens its SKILL.md in $VISUAL or $EDITOR, shows the difference, and saves it after a yes. A text ' +
    'that the machine refuses opens again with the reason above it. Where somebody changed the skill ' +
    'meanwhile you choose: bring your changes into theirs, overwrite, or leave. What you write stays in ' +
    'a file of the state folder until it is saved, and the next edit goes on with it. It needs a key ' +
    'with fleet:admin and a machine that is online, in control mode.';
  static override readonly examples = [
    'fleet skill edit build-01 deploy-check',
    "EDITOR='code --wait' fleet skill edit build-01 deploy-check",
  ];
  static override readonly args = {
    machine: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'Id or name of the machine.',
    }),
    skill: Args.string({ required: true, ignoreStdin: true, description: 'Name of the skill.' }),
  };
  static override readonly flags = oclifFlags(EDIT_FLAGS);

  async run(): Promise<void> {
    const { args, flags } = await this.read();
    const { runtime } = this;
    const skill = skillNamed(args['skill']);
    const draft = draftChoice(flags['draft']);
    const canAsk = canPrompt(runtime, flags['no-input'] === true);
    if (!canAsk) this.requireUnattended(flags['yes'] === true);
    const { identity, machines, service } = await openSkills(runtime, {
      operation: 'save_skill',
      argv: this.argv,
      machines: [args['machine']],
      isExact: true,
      where: [],
      followTimeout: flags['follow-timeout'],
    });
    const [machine] = machines;
    if (machine === undefined) throw new Error('no machine was chosen');
    const { editOnMachine } = await import('./edit-on-machine.ts');
    try {
      const of = { service, identity, machine, skill, runtime, canAsk, draftChoice: draft };
      process.exitCode = await editOnMachine({ ...of, flags });
    } finally {
      await service.client.close();
    }
  }

  /** Without a person it can be the work of a script: with an editor that is one, and a yes given. */
  private requireUnattended(yes: boolean): void {
    const { environment } = this.runtime;
    if (!yes) {
      throw usageFailure(
        'Confirmation is needed',
        'skill edit needs a confirmation, and there is no terminal to ask on. Nothing was sent.',
        'Add --yes to confirm it, or use fleet skill push.',
      );
    }
    if (environment['VISUAL'] || environment['EDITOR']) return;
    throw usageFailure(
      'There is no editor',
      'Neither VISUAL nor EDITOR is set, and there is no terminal to open another in.',
    );
  }
}

function skillNamed(text: string): string {
  if (isSkillName(text)) return text;
  throw usageFailure(
    'SKILL is not the name of a skill',
    `${JSON.stringify(text)} was given; allowed are lower-case letters, digits and -, up to 64.`,
  );
}

export type DraftChoice = (typeof CHOICES)[number];

function draftChoice(text: string | undefined): DraftChoice | undefined {
  const choice = CHOICES.find((each) => each === text);
  if (text === undefined || choice !== undefined) return choice;
  throw usageFailure(
    '--draft is not usable',
    `${JSON.stringify(text)} was given; allowed are ${CHOICES.join(', ')}.`,
  );
}
