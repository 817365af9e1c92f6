import type { StepEnd, StepOutcome } from '../../flow/skills/apply-changes.ts';
import type { LeftSkill, SkillChange, SkillPlan } from '../../flow/skills/plan-skills.ts';
import type { SkillFile } from '../../flow/skills/skill-file.ts';
import type { PlacePlan, PlannedChange } from '../../render/skills/plan-text.ts';
import type { ChosenMachine } from './open-skills.ts';
import type { UnreadMachine } from './read-sides.ts';

/** Who gets the skills, which decides the words. */
type Direction = 'push' | 'pull';

const ONLY_THERE: Readonly<Record<Direction, string>> = {
  push: 'only on the machine: left, --prune deletes it',
  pull: 'only in the folder: left, --prune deletes it',
};

/** Why a skill is left as it is. */
export function whyLeft({ why }: LeftSkill, direction: Direction): string {
  switch (why.kind) {
    case 'linked':
      return `comes from the repository ${why.repository}: left, it is changed there`;
    case 'only_there':
      return ONLY_THERE[direction];
    case 'kept':
      return `not deleted: ${why.beside} cannot be read, and may be this one under a new name`;
    case 'unreadable':
      return `left, since it cannot be read: ${why.reason}`;
  }
}

/** A plan as it is shown; `noteOf` adds what is to be said of a change. */
export function shownPlan(
  name: string,
  plan: SkillPlan,
  direction: Direction,
  noteOf: (change: SkillChange) => string | undefined = noteOfBroken,
): PlacePlan {
  return {
    name,
    changes: plan.changes.map((change) => shownChange(change, noteOf(change))),
    left: plan.left.map((left) => ({ skill: left.skill, why: whyLeft(left, direction) })),
    same: plan.same,
  };
}

/** A change with both texts as a person may see them. */
export function shownChange(change: SkillChange, note?: string): PlannedChange {
  const { after, before, kind, skill } = change;
  return { kind, skill, before: textIn(before), after, note };
}

function textIn(file: SkillFile | undefined): string | undefined {
  return file?.kind === 'text' ? file.content : undefined;
}

/** What is said of a file that a change replaces and that nobody can read. */
export function noteOfBroken({ before }: SkillChange): string | undefined {
  return before?.kind === 'unreadable' ? `failed to load there (${before.reason})` : undefined;
}

/** One row of the result for programs. */
export interface SkillRow {
  readonly machine: string;
  readonly machine_name: string;
  readonly skill: string | null;
  readonly change: SkillChange['kind'] | 'none';
  readonly outcome: StepOutcome | 'planned' | 'left';
  readonly detail: string | null;
}

interface RowsOf {
  readonly machine: ChosenMachine;
  readonly plan: SkillPlan;
  /** What became of the changes; without it they are only planned. */
  readonly ends?: readonly StepEnd[];
}

/** The rows of one machine: what was changed, then what was left. */
export function skillRows({ ends, machine, plan }: RowsOf, direction: Direction): SkillRow[] {
  const of = { machine: machine.id, machine_name: machine.name };
  const changed = plan.changes.map(({ kind, skill }): SkillRow => {
    const end = ends?.find((each) => each.change.skill === skill);
    const detail = end?.failure?.facts.detail ?? end?.failure?.facts.title ?? null;
    return { ...of, skill, change: kind, outcome: end?.outcome ?? 'planned', detail };
  });
  const left = plan.left.map((each): SkillRow => {
    const detail = whyLeft(each, direction);
    return { ...of, skill: each.skill, change: 'none', outcome: 'left', detail };
  });
  return [...changed, ...left];
}

/** Why a machine is left out. */
export function whyUnread({ failure }: UnreadMachine): string {
  const { detail, title } = failure.facts;
  return detail === undefined ? title : `${title}. ${detail}`;
}

/** The row of a machine that could not be read, or that takes no changes. */
export function unreadRow(unread: UnreadMachine): SkillRow {
  const { machine } = unread;
  return {
    machine: machine.id,
    machine_name: machine.name,
    skill: null,
    change: 'none',
    outcome: 'failed',
    detail: whyUnread(unread),
  };
}

const DONE: Readonly<Record<SkillChange['kind'], string>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
};

const NOT_DONE: Readonly<Record<Exclude<StepOutcome, 'done'>, string>> = {
  failed: 'failed',
  changed_meanwhile: 'not sent: somebody changed it meanwhile',
  pending: 'on its way: the machine has not answered yet',
  unknown: 'unknown: the response was lost, and the machine does not have it so far',
  unconfirmed: 'sent, and not confirmed',
  not_sent: 'not sent',
};

/** What is told with its reason. */
const EXPLAINED: ReadonlySet<StepOutcome> = new Set(['failed', 'not_sent', 'unconfirmed']);

/** How one change ended, in words. */
export function endInWords({ change, failure, outcome }: StepEnd): string {
  if (outcome === 'done') return DONE[change.kind];
  const why = failure?.facts.detail ?? failure?.facts.title;
  return EXPLAINED.has(outcome) && why !== undefined
    ? `${NOT_DONE[outcome]}: ${why}`
    : NOT_DONE[outcome];
}

/** How many changes there are of each kind: `1 to create, 2 to change`. */
export function countInWords(changes: readonly Pick<SkillChange, 'kind'>[]): string {
  const words = { create: 'to create', update: 'to change', delete: 'to delete' } as const;
  return Object.entries(words)
    .map(([kind, word]) => ({ word, count: changes.filter((each) => each.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ count, word }) => `${count} ${word}`)
    .join(', ');
}
