import { planSkills, type SkillPlan, unreadableIn } from '../../flow/skills/plan-skills.ts';
import type { Skills } from '../../flow/skills/skill-file.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { diffForPeople, type FileForms, unifiedDiff } from '../../render/skills/diff-text.ts';
import { planText } from '../../render/skills/plan-text.ts';
import { endableLong } from '../../terminal/endable.ts';
import { exitCodeOf, worstExitCode } from '../../terminal/exit-codes.ts';
import { chosenFormat } from '../../terminal/print-options.ts';
import type { Printer, PrinterFlags } from '../../terminal/printer.ts';
import { hasColor } from '../../terminal/terminal.ts';
import type { Runtime } from '../runtime.ts';
import type { ChosenMachine, OpenSkills } from './open-skills.ts';
import { shownChange, shownPlan, skillRows, unreadRow, whyLeft, whyUnread } from './plan-report.ts';
import { readSides, type Sides } from './read-sides.ts';
import { planOptions, writeNote } from './skill-printer.ts';

interface DiffRun {
  readonly open: OpenSkills;
  readonly runtime: Runtime;
  readonly printer: Printer;
  /** The folder as it was named. */
  readonly dir: string;
  readonly local: Skills;
  readonly flags: PrinterFlags & { readonly 'exit-code'?: boolean | undefined };
}

interface ComparedMachine {
  readonly machine: ChosenMachine;
  readonly plan: SkillPlan;
}

/** Where they differ, as `git diff --exit-code` has 1. */
const DIFFERENT = 11;

/** Compares and prints. Gives the exit code; throws `Failure`. */
export async function diffSkills(run: DiffRun): Promise<number> {
  const sides = await readSides(run.open, run.local.keys());
  // Texts of machines may take long to compare.
  return endableLong(() => printSides(sides, run));
}

async function printSides({ read, unread }: Sides, run: DiffRun): Promise<number> {
  const { flags, local, printer, runtime } = run;
  const compared = read.map(({ has, machine }) => ({
    machine,
    plan: planSkills(local, has.skills, { linked: has.linked, prune: true }),
  }));
  const format = textFormat(run);
  if (format === 'diff') for (const each of compared) await printDifference(each, run);
  else if (format === 'plan') {
    const plans = compared.map(({ machine, plan }) => shownPlan(machine.name, plan, 'push'));
    await runtime.stdout.write(planText(plans, planOptions(runtime.stdout, runtime, flags)));
  } else {
    const rows = compared.flatMap((each) => rowsWithText(each, run));
    await printer.value({ value: { skills: [...rows, ...unread.map(unreadRow)] } });
  }
  for (const each of unread) {
    await writeNote(`Not compared ${each.machine.name}: ${whyUnread(each)}`, runtime, flags);
  }
  const isDifferent = compared.some(
    ({ plan }) => plan.changes.length + unreadableIn(plan).length > 0,
  );
  const code = flags['exit-code'] === true && isDifferent ? DIFFERENT : 0;
  return worstExitCode([code, ...unread.map(({ failure }) => exitCodeOf(failure))]);
}

/** The difference itself, or a line for each skill, unless a format for programs was chosen. */
function textFormat({ flags, runtime }: DiffRun): 'diff' | 'plan' | undefined {
  const isShaped = (['query', 'columns', 'sort-by'] as const).some(
    (flag) => flags[flag] !== undefined,
  );
  const format = chosenFormat(flags, runtime);
  if (isShaped || (format !== undefined && format !== 'table')) return undefined;
  return format === undefined ? 'diff' : 'plan';
}

async function printDifference(each: ComparedMachine, run: DiffRun): Promise<void> {
  const { flags, runtime } = run;
  const { stdout } = runtime;
  const colour = hasColor(stdout, runtime.environment, flags.color);
  for (const forms of formsOf(each, run)) {
    const isPlain = !stdout.isTerminal && !colour;
    const text = isPlain ? unifiedDiff(forms) : diffForPeople(forms, colour);
    // Of what failed to load there is no text, and a push with --prune deletes it all the same.
    await stdout.write(text === '' ? `Only there: ${sanitiseLine(forms.beforeName)}\n` : text);
  }
  for (const left of each.plan.left) {
    const line = `${each.machine.name}: ${left.skill} ${whyLeft(left, 'push')}`;
    await writeNote(line, runtime, flags);
  }
}

function rowsWithText(each: ComparedMachine, run: DiffRun): readonly object[] {
  const texts = new Map(
    each.plan.changes.map(({ skill }, at) => [skill, formsOf(each, run)[at]] as const),
  );
  return skillRows(each, 'push').map(({ outcome: _, skill, ...row }) => {
    const forms = skill === null ? undefined : texts.get(skill);
    return { ...row, skill, diff: forms === undefined ? null : unifiedDiff(forms) };
  });
}

function formsOf({ machine, plan }: ComparedMachine, { dir }: DiffRun): readonly FileForms[] {
  return plan.changes.map((change) => {
    const { after, before, skill } = shownChange(change);
    const beforeName = `${machine.name}/skills/${skill}/SKILL.md`;
    return { before, after, beforeName, afterName: `${dir}/${skill}/SKILL.md` };
  });
}
