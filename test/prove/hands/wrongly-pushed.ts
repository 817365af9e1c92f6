import type { SkillRow } from '../../../src/commands/skill/plan-report.ts';
import type { StoredChange } from './push-fleet.ts';
import { LINKED, type PushMachine } from './push-machine.ts';
import type { PushPlan } from './push-plan.ts';

/** One run of the command, and what was so before and after. */
export interface PushedRound {
  /** Undefined where the command ended before it told anything. */
  readonly rows: readonly SkillRow[] | undefined;
  readonly exitCode: number;
  /** What the server's database has of this round. */
  readonly changes: readonly StoredChange[];
  /** The texts of each machine after the plan was made, by its id; those of its start without a plan. */
  readonly before: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly machines: readonly PushMachine[];
  /** A skill that somebody changed after the plan was made, on the first machine. */
  readonly meddled: string | undefined;
}

/** Outcomes by which nothing was sent. */
const UNSENT: ReadonlySet<string> = new Set(['changed_meanwhile', 'left', 'not_sent', 'planned']);

/** What was done or told and should not have been: each a sentence. */
export function wronglyPushed(round: PushedRound, plan: PushPlan): readonly string[] {
  const { changes, exitCode, machines, rows } = round;
  const chosen = new Set(machines.map(({ id }) => id));
  const faults = changes
    .filter(({ machine }) => !chosen.has(machine))
    .map(({ machine }) => `${machine} was not chosen and got a change`);
  if (rows === undefined && changes.length > 0 && exitCode !== 130)
    faults.push(`nothing was told (${exitCode}), and ${changes.length} changes were sent`);
  for (const [at, machine] of machines.entries()) {
    for (const skill of new Set([...changes.map((each) => each.skill), ...plan.folder.keys()])) {
      const sent = changes.filter((each) => each.machine === machine.id && each.skill === skill);
      const row = rows?.find((each) => each.machine === machine.id && each.skill === skill);
      const isMeddled = at === 0 && skill === round.meddled;
      const about = [
        ...wronglySent(sent, { skill, plan, before: round.before.get(machine.id), isMeddled }),
        ...(row === undefined ? [] : wronglyTold(row, sent, machine, plan)),
        ...(rows !== undefined && row === undefined && sent.length > 0 ? ['it is not told'] : []),
      ];
      faults.push(...about.map((fault) => `${machine.name} ${skill}: ${fault}`));
    }
    if (exitCode === 0) {
      const isOurs = (skill: string) => skill !== LINKED && (at > 0 || skill !== round.meddled);
      faults.push(...notAsPlanned(machine, plan, isOurs));
    }
  }
  return faults;
}

interface Sent {
  readonly skill: string;
  readonly plan: PushPlan;
  readonly before: ReadonlyMap<string, string> | undefined;
  readonly isMeddled: boolean;
}

function wronglySent(
  sent: readonly StoredChange[],
  { before, isMeddled, plan, skill }: Sent,
): readonly string[] {
  const faults: string[] = [];
  const wanted = plan.folder.get(skill);
  if (sent.length > 1) faults.push(`it was sent ${sent.length} times`);
  if (sent.length > 0 && isMeddled) faults.push('what somebody changed meanwhile was overwritten');
  if (sent.length > 0 && skill === LINKED) faults.push('a linked skill was changed');
  if (sent.length > 0 && before?.get(skill) === wanted) faults.push('it was so already');
  for (const { content, type } of sent) {
    if (type === 'skill.save' && content !== wanted) faults.push('another text was saved');
    if (type === 'skill.delete' && wanted !== undefined) faults.push('what was wanted was deleted');
    if (type === 'skill.delete' && !plan.prune) faults.push('it was deleted without --prune');
  }
  return faults;
}

function wronglyTold(
  { outcome, skill }: SkillRow,
  sent: readonly StoredChange[],
  { texts }: PushMachine,
  { folder }: PushPlan,
): readonly string[] {
  const faults: string[] = [];
  const name = skill ?? '';
  const [change] = sent;
  if (UNSENT.has(outcome) && sent.length > 0) faults.push(`${outcome} is told, and it was sent`);
  if (outcome === 'pending' && change === undefined) faults.push('pending is told of nothing');
  if (outcome === 'failed' && change?.status === 'succeeded')
    faults.push('failed is told, and it was done');
  if (outcome === 'done') {
    if (texts.get(name) !== folder.get(name)) faults.push('done is told, and it is not so');
    if (change !== undefined && change.status !== 'succeeded')
      faults.push(`done is told, and its command is ${change.status}`);
  }
  return faults;
}

/** Where the exit code is 0, every machine is as the folder, but for what is not ours. */
function notAsPlanned(
  { name, texts }: PushMachine,
  plan: PushPlan,
  isOurs: (skill: string) => boolean,
): readonly string[] {
  const faults: string[] = [];
  for (const [skill, text] of plan.folder) {
    if (isOurs(skill) && texts.get(skill) !== text)
      faults.push(`${name} ${skill}: the exit code is 0, and it is not as the folder`);
  }
  const others = [...texts.keys()].filter((skill) => isOurs(skill) && !plan.folder.has(skill));
  if (plan.prune && others.length > 0)
    faults.push(`${name}: the exit code is 0, and ${others.join(', ')} is still there`);
  return faults;
}
