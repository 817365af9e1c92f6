import { Failure } from '../../contract/failure.ts';
import { memberOf } from '../../contract/response-member.ts';
import { isScrubbedFormOf } from '../../contract/scrubbed-text.ts';
import type { SkillChange } from './plan-skills.ts';
import { readSkill } from './read-skill.ts';
import { isSameFile, type SkillFile } from './skill-file.ts';
import type { SkillService } from './skill-service.ts';

/** The code of a change that was answered as done and cannot be read back. */
export const NOT_CONFIRMED = 'not_confirmed';

interface SentChange {
  readonly service: SkillService;
  readonly machine: string;
  readonly change: SkillChange;
  /** What was answered to it. */
  readonly response: unknown;
}

/**
 * Reads a skill back that was sent and answered as done. Throws `Failure`: work_failed `not_kept` where the
 * machine does not have it or the response says so, network or interrupted `not_confirmed` where nobody can tell.
 */
export async function confirmChange(sent: SentChange): Promise<void> {
  const { change, machine, response, service } = sent;
  const denied = deniedBy(response, change);
  let found: string | undefined;
  try {
    const { file } = await readSkill(service, machine, change.skill);
    found = isKept(file, change) ? undefined : otherWords(file, change);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (denied === undefined) throw notConfirmed(error);
    found = `it cannot be read back: ${error.message}`;
  }
  if (found !== undefined || denied !== undefined) throw notKept(denied, found);
}

/** What a machine has once a change is made. */
export function fileAfter({ after }: SkillChange): SkillFile | undefined {
  return after === undefined ? undefined : { kind: 'text', content: after };
}

/**
 * A service or an editor there may have other line ends, and what looks like a secret is not shown: by that no
 * text is another one.
 */
function isKept(file: SkillFile | undefined, change: SkillChange): boolean {
  const wanted = fileAfter(change);
  if (file?.kind !== 'text' || wanted?.kind !== 'text') return isSameFile(file, wanted);
  return isScrubbedFormOf(withPlainEnds(file.content), withPlainEnds(wanted.content));
}

function withPlainEnds(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/(?<!\n)\n+$/, '');
}

/** The member of a response that says that nothing was changed. */
function deniedBy(response: unknown, { after }: SkillChange): string | undefined {
  const member = after === undefined ? 'deleted' : 'saved';
  const records = [response, memberOf(response, 'result')];
  return records.some((record) => memberOf(record, member) === false)
    ? `${member}: false`
    : undefined;
}

/** What a machine has that is not what was sent, as the end of a sentence. */
function otherWords(file: SkillFile | undefined, { after }: SkillChange): string {
  if (file === undefined) return 'the machine has no such skill.';
  if (after === undefined) return 'the machine still has it.';
  if (file.kind === 'unreadable') return `what the machine has cannot be read: ${file.reason}.`;
  return 'the machine has another text: it was not kept, or somebody changed it since.';
}

function notKept(denied: string | undefined, found = 'the machine has what was sent.'): Failure {
  const answered = denied === undefined ? 'answered as done' : `answered with ${denied}`;
  return new Failure('work_failed', {
    code: 'not_kept',
    title: 'The change was not kept',
    detail: `It was sent once and ${answered}, and ${found}`,
  });
}

function notConfirmed(cause: Failure): Failure {
  const { detail, title } = cause.facts;
  const why = `It was sent once and answered as done, and cannot be read back: ${detail ?? title}`;
  const kind = cause.kind === 'interrupted' ? cause.kind : 'network';
  const facts = {
    code: NOT_CONFIRMED,
    title: 'The change was sent and is not confirmed',
    detail: why,
    advice: 'Compare before you send it again.',
  };
  return new Failure(kind, facts, { cause });
}
