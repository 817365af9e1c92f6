import { WriteError } from '../../base/disk/write-error.ts';
import { messageOf } from '../../base/errors.ts';
import { Failure } from '../../contract/failure.ts';
import { deletesLast, keptBack, type StepEnd } from '../../flow/skills/apply-changes.ts';
import { mergeSkills } from '../../flow/skills/merge-skills.ts';
import {
  planSkills,
  type SkillChange,
  type SkillPlan,
  unreadableIn,
} from '../../flow/skills/plan-skills.ts';
import { commonSkills, isSameFile, type Skills } from '../../flow/skills/skill-file.ts';
import { readSkillFile, removeSkillFile, writeSkillFile } from '../../flow/skills/skill-folder.ts';
import {
  isChangedHere,
  keepMarks,
  type MarkPlace,
  readMarks,
} from '../../flow/skills/sync-marks.ts';
import { wholeTexts } from '../../flow/skills/whole-texts.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { serviceName } from '../../render/service-name.ts';
import { interruptedWith } from '../../terminal/interruption.ts';
import type { Runtime } from '../runtime.ts';
import { confirmPlan } from './confirm-plan.ts';
import { requireAll, requireSkillsToPrune } from './nothing-found.ts';
import type { OpenSkills } from './open-skills.ts';
import { shownPlan, skillRows } from './plan-report.ts';
import { type ReadMachine, readSides } from './read-sides.ts';
import type { SkillPrinter } from './skill-printer.ts';

interface PullRun {
  readonly open: OpenSkills;
  readonly runtime: Runtime;
  readonly printer: SkillPrinter;
  /** Absolute. */
  readonly folder: string;
  /** What it has. */
  readonly local: Skills;
  readonly flags: PullFlags;
}

interface PullFlags {
  readonly prune?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly 'no-input'?: boolean | undefined;
  readonly 'dry-run'?: boolean | undefined;
}

/**
 * Compares, shows, asks where something would be lost, and makes the skills of the folder those of the
 * machines. Gives the exit code; throws `Failure`.
 */
export async function pullSkills(run: PullRun): Promise<number> {
  const { flags, folder, local, open, printer, runtime } = run;
  if (flags.prune === true) requireAll(open.leftOut);
  const { read, unread } = await readSides(open, local.keys());
  const [missing] = unread;
  // Without it nobody knows what it has, nor whether it differs from the others.
  if (missing !== undefined) throw missing.failure;
  const { linked, skills } = mergeSkills(
    read.map(({ has, machine }) => ({ ...has, name: machine.name })),
  );
  if (flags.prune === true && local.size > 0)
    requireSkillsToPrune(skills, `on ${namedOrCounted(read)}`);
  const plan = planSkills(wholeTexts(skills, local), local, {
    linked,
    prune: flags.prune === true,
  });
  const isLost = await losses(plan, read, run);
  const noteOf = (change: SkillChange) => (isLost(change) ? 'changed here' : undefined);
  await printer.plan([shownPlan(folder, plan, 'pull', noteOf)], []);
  const isDry = flags['dry-run'] === true;
  const lost = plan.changes.filter((change) => isLost(change) || change.kind === 'delete');
  if (!isDry && lost.length > 0) {
    const names = lost.map(({ skill }) => skill).join(', ');
    const target = `${names} in ${sanitiseLine(folder)}`;
    const meaning = 'Overwrites or deletes what was changed here.';
    const service = serviceName(open.identity);
    await confirmPlan({ service, effect: 'skill pull', target, meaning }, flags, runtime);
  }
  const ends: StepEnd[] = [];
  for (const change of isDry ? [] : deletesLast(plan.changes)) {
    const interruption = interruptedWith();
    const failure = interruption ?? keptBack(change, ends);
    const end: StepEnd =
      failure === undefined
        ? await writeChange(folder, change)
        : { change, outcome: 'not_sent', failure };
    ends.push(end);
    // After Ctrl-C a person waits: what is left as it was is not told line by line.
    if (interruption === undefined) await printer.ended(folder, end);
  }
  if (!isDry) await remember(run, read, ends);
  const [first] = read;
  const machine = read.length === 1 ? first?.machine : undefined;
  const from = machine ?? { id: '', name: read.map((each) => each.machine.name).join(', ') };
  const result = isDry ? {} : { ends };
  const rows = skillRows({ machine: { record: undefined, ...from }, plan, ...result }, 'pull');
  return printer.end({ rows, ends, unread: [], unreadable: unreadableIn(plan), isDry });
}

function namedOrCounted(read: readonly ReadMachine[]): string {
  const [first] = read;
  return read.length === 1 && first ? first.machine.name : `the ${read.length} machines`;
}

/** Which changes overwrite what was changed here since it was alike with some of the machines. */
async function losses(
  plan: SkillPlan,
  read: readonly ReadMachine[],
  run: PullRun,
): Promise<(change: SkillChange) => boolean> {
  const marks = await Promise.all(read.map((each) => readMarks(placeOf(each, run))));
  const lost = plan.changes.filter(
    ({ before, skill }) =>
      before !== undefined && marks.every((each) => isChangedHere(skill, before, each)),
  );
  return (change) => lost.includes(change);
}

/** Writes or removes one file, unless somebody else did something to it meanwhile. */
async function writeChange(folder: string, change: SkillChange): Promise<StepEnd> {
  const { after, before, skill } = change;
  try {
    if (!isSameFile(await readSkillFile(folder, skill), before)) {
      return { change, outcome: 'changed_meanwhile' };
    }
    if (after === undefined) await removeSkillFile(folder, skill);
    else await writeSkillFile(folder, skill, after);
    return { change, outcome: 'done' };
  } catch (error) {
    if (error instanceof Failure) return { change, outcome: 'failed', failure: error };
    const facts = { code: 'not_written', title: `${skill} was not written` };
    const why = messageOf(error);
    const detail = error instanceof WriteError ? `${error.path}: ${why}` : why;
    const failure = new Failure('local', { ...facts, detail }, { cause: error });
    return { change, outcome: 'failed', failure };
  }
}

async function remember(
  run: PullRun,
  read: readonly ReadMachine[],
  ends: readonly StepEnd[],
): Promise<void> {
  const done = new Set(
    ends.filter(({ outcome }) => outcome === 'done').map(({ change }) => change.skill),
  );
  for (const each of read) {
    await keepMarks(placeOf(each, run), commonSkills(each.has.skills, run.local, done));
  }
}

function placeOf({ machine }: ReadMachine, { folder, open, runtime }: PullRun): MarkPlace {
  const baseUrl = open.service.client.baseUrl.text;
  return { stateFolder: runtime.folders.state, baseUrl, machine: machine.id, folder };
}
