import { basename, join, relative, resolve } from 'node:path';
import * as Args from '@oclif/core/args';
import { messageOf } from '../../base/errors.ts';
import { shellWord } from '../../base/shells/shell-word.ts';
import { Failure } from '../../contract/failure.ts';
import { twoColumns } from '../../terminal/wrap.ts';
import { FleetCommand } from '../fleet-command.ts';

export default class MachineInit extends FleetCommand {
  static override readonly summary = 'Write a folder for a machine, with a first skill.';
  static override readonly description =
    'Writes fleet.yaml, with every setting explained, and skills/hello/SKILL.md, which runs as it ' +
    'is; then it says what to type next. What is there already stays as it is.';
  static override readonly examples = ['fleet machine init my-machine'];
  static override readonly args = {
    folder: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'The folder; made where it is missing.',
    }),
  };

  async run(): Promise<void> {
    const { args } = await this.read();
    const root = resolve(args['folder']);
    const { writeFirstMachine } = await import('../../machine/init/write-first-machine.ts');
    const { files } = await writeFirstMachine(root).catch(cannotWrite);
    const lines = files.map(({ path, state }) => {
      const shown = shownPath(path);
      return state === 'created' ? `Wrote ${shown}` : `Kept ${shown}, which was there`;
    });
    const next = nextSteps(basename(root), shownPath(root));
    await this.runtime.stdout.write(`${[...lines, '', ...next].join('\n')}\n`);
  }
}

/** A path as it is typed from here; one that is not below stays absolute. */
function shownPath(path: string): string {
  const shown = relative(process.cwd(), path);
  return shown.startsWith('..') ? path : shown || '.';
}

/** What to type next, each in a line to paste. */
function nextSteps(machine: string, folder: string): readonly string[] {
  const token = shellWord(join(folder, 'token'));
  const name = shellWord(machine);
  const steps: readonly (readonly [string, string])[] = [
    ['fleet serve', 'a service of your own, in a second terminal; not where you have one'],
    [
      'fleet admin key create --name me --scope fleet:admin -o raw --query key |\n' +
        '    fleet auth login --base-url http://127.0.0.1:8787 --key-stdin',
      'a key for you, kept in the keychain; with --store file where there is none',
    ],
    [
      `fleet admin machine pair --name ${name} --token-out ${token}`,
      'makes the machine known, and writes its token where only you can read it',
    ],
    [`fleet machine --folder ${shellWord(folder)}`, 'runs it, in a third terminal'],
    [`fleet cloud run-skill ${name} hello --payload '{"who":"you"}' --follow`, 'runs the skill'],
  ];
  return [
    'Next:',
    ...steps.flatMap(([command, meaning]) => [`  # ${meaning}`, `  ${command}`]),
    '',
    'Then change the skill and run it again: it is read anew for each run.',
    ...twoColumns(
      [
        ['fleet help skills', 'what a skill can say, and what starts it'],
        ['fleet mcp install --client NAME', 'the same skills for your assistant'],
      ],
      { width: 80, nameMax: 34 },
    ),
  ];
}

function cannotWrite(cause: unknown): never {
  throw new Failure(
    'local',
    {
      code: 'folder_unusable',
      title: 'The folder of the machine cannot be written',
      detail: messageOf(cause),
      advice: 'Name a folder that this user can write to.',
    },
    { cause },
  );
}
