import { Failure } from '../../contract/failure.ts';
import type { EditPerson, TextForms } from '../../flow/skills/edit-skill.ts';
import type { SkillFile } from '../../flow/skills/skill-file.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { type ServiceInUse, serviceName } from '../../render/service-name.ts';
import { diffForPeople } from '../../render/skills/diff-text.ts';
import { cutText } from '../../render/text-width.ts';
import { pick } from '../../terminal/person/pick.ts';
import { runEditor } from '../../terminal/person/run-editor.ts';
import { askToConfirm } from '../../terminal/prompt.ts';
import { hasColor } from '../../terminal/terminal.ts';
import type { Runtime } from '../runtime.ts';

export interface EditPersonFlags {
  readonly yes?: boolean | undefined;
  readonly color?: boolean | undefined;
}

interface AskedEditor {
  readonly identity: ServiceInUse;
  readonly machine: { readonly name: string };
  readonly skill: string;
  readonly runtime: Runtime;
  readonly canAsk: boolean;
  readonly flags: EditPersonFlags;
}

/** What a question has room for beside its own words. */
const NAME_WIDTH_MAX = 60;

/** The person at the terminal; with `--yes` it is saved without a question. */
export function createEditPerson({
  canAsk,
  flags,
  identity,
  machine,
  runtime,
  skill,
}: AskedEditor): EditPerson {
  const name = cutText(sanitiseLine(machine.name), NAME_WIDTH_MAX);
  const show = (change: TextForms, names: readonly [string, string]): Promise<void> => {
    const colour = hasColor(runtime.stderr, runtime.environment, flags.color);
    const [beforeName, afterName] = names;
    return runtime.stderr.write(diffForPeople({ ...change, beforeName, afterName }, colour));
  };
  const file = `skills/${skill}/SKILL.md`;
  const at = `At ${serviceName(identity)}\n`;
  return {
    canEditAgain: canAsk,
    edit: (path) => runEditor(path, runtime.environment),
    async askToSave(change) {
      if (flags.yes === true) return 'save';
      await show(change, [`${machine.name}/${file}`, `yours/${file}`]);
      const question = `${at}Save ${skill} on ${name}? [y/N, e to edit again] `;
      const said = (await askToConfirm(question, runtime)).toLowerCase();
      if (said === 'y' || said === 'yes') return 'save';
      return said === 'e' || said === 'edit' ? 'edit' : 'leave';
    },
    async askHowToContinue(base, theirs) {
      if (!canAsk) throw changedMeanwhile(skill, machine.name);
      const before = { before: base, after: textOf(theirs) ?? '' };
      await show(before, [
        `${machine.name}/${file} (as you began)`,
        `${machine.name}/${file} (now)`,
      ]);
      await runtime.stderr.write(at);
      const ways = waysOn(theirs);
      const picked = await pick(
        `Somebody changed ${skill} on ${name} meanwhile${theirs === undefined ? ': it was deleted' : ''}`,
        ways.map(({ label }) => label),
        runtime,
      );
      return picked === undefined ? 'leave' : (ways[picked]?.way ?? 'leave');
    },
  };
}

/** What can be done; a file that cannot be read takes no changes. */
function waysOn(theirs: SkillFile | undefined) {
  const merge = {
    way: 'merge',
    label: 'Bring my changes into it, and look at the result',
  } as const;
  const others = [
    { way: 'overwrite', label: 'Overwrite it with mine' },
    { way: 'leave', label: 'Leave it, and keep my text here' },
  ] as const;
  return textOf(theirs) === undefined ? others : [merge, ...others];
}

function textOf(file: SkillFile | undefined): string | undefined {
  return file?.kind === 'text' ? file.content : undefined;
}

function changedMeanwhile(skill: string, machine: string): Failure {
  return new Failure('conflict', {
    code: 'changed_meanwhile',
    title: `Somebody changed ${skill} on ${machine} meanwhile`,
    detail: 'Your text was not sent.',
  });
}

/** The failure where a person wants nothing of what is offered. */
export function leftOpen(): Failure {
  const detail = 'Nothing was sent.';
  return new Failure('declined', { code: 'declined', title: 'Left as it is', detail });
}
