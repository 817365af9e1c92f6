import { Failure } from '../../contract/failure.ts';
import { WAIT_SECONDS } from '../ask-machine.ts';
import { sendAsSeen } from '../send-as-seen.ts';
import { confirmChange, fileAfter, NOT_CONFIRMED } from './confirm-change.ts';
import type { SkillChange } from './plan-skills.ts';
import { readSkill } from './read-skill.ts';
import { isSameFile } from './skill-file.ts';
import { callMachine, type SkillService } from './skill-service.ts';

/** How a step ended; only `done` says that the machine has it. */
export type StepOutcome =
  | 'done'
  | 'failed'
  /** Somebody changed the skill since the plan was made, so nothing was sent. */
  | 'changed_meanwhile'
  /** On its way; the machine has not answered. */
  | 'pending'
  /** The response was lost, and the machine does not have it so far. */
  | 'unknown'
  /** It was answered as done, and what the machine has cannot be read back. */
  | 'unconfirmed'
  | 'not_sent';

export interface StepEnd {
  readonly change: SkillChange;
  readonly outcome: StepOutcome;
  readonly failure?: Failure;
}

interface ChangeOptions {
  readonly machine: string;
  /** Whether skills may be saved that anybody can start. */
  readonly allowUnauthenticated: boolean;
}

interface LookingOptions extends ChangeOptions {
  readonly beforeTry: () => Promise<void>;
}

/**
 * Makes the changes of one machine one after the other, each only where the skill is as the plan saw
 * it. What was sent is never sent again. After a failure that is not about one skill the rest is not
 * sent, and nothing is deleted where a text did not get there. Calls `ended` as each ends.
 */
export async function applyChanges(
  service: SkillService,
  changes: readonly SkillChange[],
  options: ChangeOptions,
  ended: (end: StepEnd) => Promise<void>,
): Promise<readonly StepEnd[]> {
  const ends: StepEnd[] = [];
  let stop: Failure | undefined;
  for (const change of deletesLast(changes)) {
    const unsent = stop ?? keptBack(change, ends);
    const end: StepEnd =
      unsent === undefined
        ? await applyChange(service, change, options)
        : { change, outcome: 'not_sent', failure: unsent };
    ends.push(end);
    await ended(end);
    stop ??= stopAfter(end);
  }
  return ends;
}

/** Why nothing is sent after this end: its failure, which is not about one skill. */
function stopAfter({ change, failure }: StepEnd): Failure | undefined {
  if (failure === undefined || isAboutOneSkill(failure)) return undefined;
  const { detail, title } = failure.facts;
  const told = { ...failure.facts, detail: `Ended at ${change.skill}: ${detail ?? title}` };
  return new Failure(failure.kind, told, { cause: failure });
}

/** The changes with what is deleted at the end: a skill that was renamed is there under its new name first. */
export function deletesLast(changes: readonly SkillChange[]): readonly SkillChange[] {
  const isDelete = ({ kind }: SkillChange) => kind === 'delete';
  return [...changes.filter((change) => !isDelete(change)), ...changes.filter(isDelete)];
}

/** Why a change is not made: it deletes, and a text before it that may take that place did not get there. */
export function keptBack(change: SkillChange, before: readonly StepEnd[]): Failure | undefined {
  if (change.kind !== 'delete') return undefined;
  const missing = before.find((end) => end.change.kind !== 'delete' && end.outcome !== 'done');
  if (missing === undefined) return undefined;
  const detail = `${missing.change.skill} did not get its text, so that nothing is deleted.`;
  const facts = missing.failure?.facts ?? { code: 'changed_meanwhile', title: 'Not deleted' };
  return new Failure(missing.failure?.kind ?? 'conflict', { ...facts, detail });
}

/** Makes one change, unless somebody else made another one meanwhile. Throws what is no `Failure`. */
export async function applyChange(
  service: SkillService,
  change: SkillChange,
  options: ChangeOptions,
): Promise<StepEnd> {
  try {
    const sent = await sendAsSeen(
      () => endWithoutSending(service, change, options),
      (beforeTry) => send(service, change, { ...options, beforeTry }),
    );
    if (sent.kind === 'changed') return sent.changed;
    await confirmChange({ service, machine: options.machine, change, response: sent.result });
    return { change, outcome: 'done' };
  } catch (error) {
    const failure = asFailure(error);
    const outcome = outcomeOf(failure);
    const isThere =
      outcome === 'unknown' && (await isAsWanted(service, change, options).catch(() => false));
    return isThere ? { change, outcome: 'done' } : { change, outcome, failure };
  }
}

/** How a change ends for which nothing is to be sent: it is there, is not as planned, or nobody can tell. */
async function endWithoutSending(
  service: SkillService,
  change: SkillChange,
  { machine }: ChangeOptions,
): Promise<StepEnd | undefined> {
  try {
    const { file } = await readSkill(service, machine, change.skill);
    if (isSameFile(file, fileAfter(change))) return { change, outcome: 'done' };
    return isSameFile(file, change.before) ? undefined : { change, outcome: 'changed_meanwhile' };
  } catch (error) {
    return { change, outcome: 'not_sent', failure: asFailure(error) };
  }
}

async function send(
  service: SkillService,
  { after, skill }: SkillChange,
  { allowUnauthenticated, beforeTry, machine }: LookingOptions,
): Promise<unknown> {
  const waitMs = service.followTimeoutMs;
  const way = { operationClass: 'destructive', waitMs, beforeTry } as const;
  if (after === undefined) {
    return callMachine(service, { ...way, operation: 'delete_skill', input: { machine, skill } });
  }
  const input = {
    machine,
    skill,
    content: after,
    ...(allowUnauthenticated ? { allow_unauthenticated: true } : {}),
    wait_seconds: WAIT_SECONDS,
  };
  return callMachine(service, { ...way, operation: 'save_skill', input });
}

/** After a lost response: whether the machine has what was sent. */
async function isAsWanted(
  service: SkillService,
  change: SkillChange,
  { machine }: ChangeOptions,
): Promise<boolean> {
  const { file } = await readSkill(service, machine, change.skill);
  return isSameFile(file, fileAfter(change));
}

/** How a step ended by why it failed: what may have run says so in its next steps. */
function outcomeOf({ facts, kind }: Failure): StepOutcome {
  if (facts.code === NOT_CONFIRMED) return 'unconfirmed';
  const steps = new Set((facts.next ?? []).map(({ step }) => step));
  if (kind === 'pending' || steps.has('follow')) return 'pending';
  if (steps.has('look_up_action')) return 'unknown';
  if (kind === 'refused') return (facts.status ?? 500) >= 500 ? 'unknown' : 'failed';
  return kind === 'network' || kind === 'interrupted' ? 'not_sent' : 'failed';
}

/** A text that the machine refuses says nothing of the next one. */
function isAboutOneSkill({ facts, kind }: Failure): boolean {
  if (kind === 'work_failed') return true;
  return (
    kind === 'refused' && (facts.status === 400 || facts.status === 404 || facts.status === 413)
  );
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}
