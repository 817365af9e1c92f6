import { isScrubbedFormOf } from '../../contract/scrubbed-text.ts';
import { applyChanges, type StepEnd } from '../../flow/skills/apply-changes.ts';
import { inParallel } from '../../flow/skills/in-parallel.ts';
import {
  planSkills,
  type SkillChange,
  type SkillPlan,
  unreadableIn,
} from '../../flow/skills/plan-skills.ts';
import { observingFailure } from '../../flow/skills/read-machine-skills.ts';
import { commonSkills, type Skills } from '../../flow/skills/skill-file.ts';
import {
  isChangedSince,
  keepMarks,
  type MarkPlace,
  readMarks,
} from '../../flow/skills/sync-marks.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { serviceName } from '../../render/service-name.ts';
import type { PlacePlan } from '../../render/skills/plan-text.ts';
import { cutText } from '../../render/text-width.ts';
import type { Runtime } from '../runtime.ts';
import { confirmPlan } from './confirm-plan.ts';
import type { ChosenMachine, OpenSkills } from './open-skills.ts';
import { countInWords, noteOfBroken, shownPlan, skillRows, unreadRow } from './plan-report.ts';
import { MACHINES_MAX, type ReadMachine, readSides, type UnreadMachine } from './read-sides.ts';
import type { SkillPrinter } from './skill-printer.ts';

interface PushRun {
  readonly open: OpenSkills;
  readonly runtime: Runtime;
  readonly printer: SkillPrinter;
  /** Absolute. */
  readonly folder: string;
  /** What it has. */
  readonly local: Skills;
  /** Files in it that are not sent. */
  readonly besides: readonly string[];
  readonly flags: PushFlags;
}

interface PushFlags {
  readonly prune?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly 'no-input'?: boolean | undefined;
  readonly 'dry-run'?: boolean | undefined;
  readonly 'allow-unauthenticated'?: boolean | undefined;
}

interface PlannedMachine extends ReadMachine {
  readonly plan: SkillPlan;
}

const NAMES_MAX = 5;
const NAME_WIDTH_MAX = 40;

/**
 * Compares, shows, asks and makes the skills of each machine those of the folder. Gives the exit code;
 * throws `Failure`.
 */
export async function pushSkills(run: PushRun): Promise<number> {
  const { flags, printer, runtime } = run;
  await printer.besides(run.besides);
  const { planned, unread } = await planAll(run);
  const plans = await Promise.all(planned.map((each) => shownWithMarks(each, run)));
  await printer.plan(plans, unread);
  const changing = planned.filter(({ plan }) => plan.changes.length > 0);
  const isDry = flags['dry-run'] === true;
  if (!isDry && changing.length > 0) {
    const changes = changing.flatMap(({ plan }) => plan.changes);
    const count = countInWords(changes);
    const target = namesInWords(
      changing.map(({ machine }) => cutText(sanitiseLine(machine.name), NAME_WIDTH_MAX)),
    );
    // As for the one operation: what is gone for good is typed.
    const typed = changes.some(({ kind }) => kind === 'delete') ? { typed: 'prune' } : {};
    const service = serviceName(run.open.identity);
    const what = { service, effect: 'skill push', target, meaning: `${count}.`, ...typed };
    await confirmPlan(what, flags, runtime);
  }
  const endsOf = new Map<string, readonly StepEnd[]>();
  if (!isDry) {
    await inParallel(planned, MACHINES_MAX, async (each) => {
      endsOf.set(each.machine.id, await applyTo(each, run));
    });
  }
  const rows = planned.flatMap(({ machine, plan }) => {
    const ends = endsOf.get(machine.id);
    return skillRows({ machine, plan, ...(ends === undefined ? {} : { ends }) }, 'push');
  });
  const ends = [...endsOf.values()].flat();
  const all = [...rows, ...unread.map(unreadRow)];
  const unreadable = [...new Set(planned.flatMap(({ plan }) => unreadableIn(plan)))];
  return printer.end({ rows: all, ends, unread, unreadable, isDry });
}

/** The plan above the question has all of them. */
function namesInWords(names: readonly string[]): string {
  const more = names.length - NAMES_MAX;
  return more > 0 ? `${names.slice(0, NAMES_MAX).join(', ')} and ${more} more` : names.join(', ');
}

interface AllPlanned {
  readonly planned: readonly PlannedMachine[];
  readonly unread: readonly UnreadMachine[];
}

/** Plans every machine; what takes no changes is left out, and thrown where it is the only one. */
async function planAll(run: PushRun): Promise<AllPlanned> {
  const { read, unread } = await readSides(run.open, run.local.keys());
  const all = read.map((side) => plannedFor(side, run));
  const observing: UnreadMachine[] = [];
  const planned = all.filter(({ machine, plan }) => {
    if (plan.changes.length === 0) return true;
    const failure = observingFailure(machine.record, machine.name);
    if (failure !== undefined) observing.push({ machine, failure });
    return failure === undefined;
  });
  const [first] = observing;
  if (first !== undefined && run.open.machines.length === 1) throw first.failure;
  return { planned, unread: [...unread, ...observing] };
}

function plannedFor(side: ReadMachine, { flags, local }: PushRun): PlannedMachine {
  const { linked, skills } = side.has;
  return { ...side, plan: planSkills(local, skills, { linked, prune: flags.prune === true }) };
}

/** The plan of one machine, which says what somebody changed there since it was as the folder. */
async function shownWithMarks({ machine, plan }: PlannedMachine, run: PushRun): Promise<PlacePlan> {
  const marks = await readMarks(placeOf(machine, run));
  return shownPlan(machine.name, plan, 'push', (change) => {
    if (isShownScrubbed(change)) return 'shown with [scrubbed], so that it is sent again';
    return isChangedSince(change.skill, change.before, marks)
      ? 'changed there since the last push or pull'
      : noteOfBroken(change);
  });
}

/** Whether the machine may have the very text: what looks like a secret in it is not shown. */
function isShownScrubbed({ after, before }: SkillChange): boolean {
  if (after === undefined || before?.kind !== 'text') return false;
  return isScrubbedFormOf(before.content, after);
}

function placeOf({ id }: ChosenMachine, { folder, open, runtime }: PushRun): MarkPlace {
  const baseUrl = open.service.client.baseUrl.text;
  return { stateFolder: runtime.folders.state, baseUrl, machine: id, folder };
}

/** Makes the changes of one machine, and remembers what it has in common with the folder then. */
async function applyTo(each: PlannedMachine, run: PushRun): Promise<readonly StepEnd[]> {
  const { flags, local, open, printer } = run;
  const { has, machine, plan } = each;
  const ends = await applyChanges(
    open.service,
    plan.changes,
    { machine: machine.id, allowUnauthenticated: flags['allow-unauthenticated'] === true },
    (end) => printer.ended(machine.name, end),
  );
  const done = ends.filter(({ outcome }) => outcome === 'done').map(({ change }) => change.skill);
  await keepMarks(placeOf(machine, run), commonSkills(local, has.skills, new Set(done)));
  return ends;
}
