import { Failure, notTheServiceFailure } from '../../contract/failure.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';
import { WAIT_SECONDS } from '../ask-machine.ts';
import { isTooLong, type SkillFile, TOO_LONG } from './skill-file.ts';
import { callMachine, type SkillService } from './skill-service.ts';

/** A machine that is there answers within this; the file is no use to whoever waits longer. */
const READ_WAIT_MS = 60_000;

/** A skill as its machine has it now. */
interface FoundSkill {
  /** Undefined where the machine has no such skill. */
  readonly file: SkillFile | undefined;
  /** The linked repository that it comes from, where the service says so. */
  readonly repository: string | undefined;
}

/**
 * Reads a skill from its machine by `get_skill`, which needs `fleet:run`. Throws `Failure` where nobody
 * can tell what the machine has.
 */
export async function readSkill(
  service: SkillService,
  machine: string,
  skill: string,
): Promise<FoundSkill> {
  const input = { machine, skill, wait_seconds: WAIT_SECONDS };
  try {
    const call = { operation: 'get_skill', input, operationClass: 'read' } as const;
    const value = await callMachine(service, { ...call, waitMs: READ_WAIT_MS });
    const repository = textOf(memberOf(value, 'summary'), 'repository');
    return { file: fileOf(contentOf(value)), repository };
  } catch (error) {
    const file = fileOfFailure(error);
    if (file === 'unknown') throw error;
    return { file, repository: undefined };
  }
}

/** The file by what the service calls it when it is saved or tested. */
function contentOf(value: unknown): string {
  const inner = memberOf(value, 'skill');
  const texts = [value, inner].flatMap((record) => [
    textOf(record, 'content'),
    textOf(record, 'skill_md'),
  ]);
  const content = texts.find((text) => text !== undefined);
  if (content !== undefined) return content;
  throw notTheServiceFailure({ detail: 'get_skill gave no text of a SKILL.md.' });
}

/** A machine takes no longer one, so this is not what it has; a few of any length would fill the memory. */
function fileOf(content: string): SkillFile {
  return isTooLong(content) ? { kind: 'unreadable', reason: TOO_LONG } : { kind: 'text', content };
}

const MISSING: ReadonlySet<string> = new Set(['unknown_skill', 'not_found']);

/** What a failure tells about the file: that there is none, or that it failed to load. */
function fileOfFailure(error: unknown): SkillFile | undefined | 'unknown' {
  if (!(error instanceof Failure)) return 'unknown';
  const { code, detail, title } = error.facts;
  if (error.kind !== 'refused' && error.kind !== 'work_failed') return 'unknown';
  if (MISSING.has(code)) return undefined;
  const isOfTheFile =
    error.kind === 'work_failed' ? code === 'invalid_skill' : code === 'invalid_request';
  return isOfTheFile ? { kind: 'unreadable', reason: detail ?? title } : 'unknown';
}
