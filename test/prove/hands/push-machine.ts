import type { QueuedCommand } from '../../../src/contract/sync.ts';
import { machineReport, skillReport } from '../../support/sync-reports.ts';
import type { AnsweringMachine, Reply } from './answering-machine.ts';

/** Skills that a machine always reports, whether it still has them or not: reports are older than that. */
export const SKILLS = ['alpha', 'beta', 'delta', 'gamma'] as const;
/** One that comes from a linked repository. */
export const LINKED = 'shared';

/** A machine whose skills are texts in memory. */
export interface PushMachine {
  readonly id: string;
  readonly name: string;
  /** What it has now. */
  readonly texts: Map<string, string>;
  /** Skills whose texts it refuses. */
  readonly refused: Set<string>;
}

/** What it reports of its skills, and how it answers for them. */
export function skillMachine(
  machine: Pick<PushMachine, 'refused' | 'texts'>,
): Pick<AnsweringMachine, 'reply' | 'report'> {
  const skills = SKILLS.map((name) => skillReport({ name }));
  const linked = skillReport({ name: LINKED, repository: 'ops/skills' });
  return {
    report: machineReport({ skills: [...skills, linked] }),
    reply: (command) => reply(command, machine),
  };
}

function reply(
  { args, type }: QueuedCommand,
  { refused, texts }: Pick<PushMachine, 'refused' | 'texts'>,
): Reply {
  const skill = String(args['skill']);
  const content = texts.get(skill);
  if (type === 'skill.save') {
    if (refused.has(skill)) return failed('invalid_skill');
    texts.set(skill, String(args['content']));
    return { result: { created: content === undefined }, error: null };
  }
  if (content === undefined) return failed('unknown_skill');
  if (type === 'skill.delete') {
    texts.delete(skill);
    return { result: { moved_to: `jobs/.removed-skills/${skill}` }, error: null };
  }
  if (type !== 'skill.get') return failed('unsupported');
  const summary = skill === LINKED ? { repository: 'ops/skills' } : {};
  return { result: { content, summary }, error: null };
}

function failed(code: string): Reply {
  return { result: null, error: { code, message: code } };
}
