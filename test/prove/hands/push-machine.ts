import { setTimeout as passing } from 'node:timers/promises';
import type { QueuedCommand, SyncResponse } from '../../../src/contract/sync.ts';
import { machineReport, skillReport, syncRequest } from '../../support/sync-reports.ts';

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

interface MachineSide {
  readonly baseUrl: string;
  readonly token: string;
  readonly signal: AbortSignal;
}

type Results = readonly {
  readonly command: string;
  readonly result: unknown;
  readonly error: null | { readonly code: string; readonly message: string };
}[];

const SYNC_SECONDS = 20;
const SHORT_MS = 200;

/** Reports itself, and answers commands until the signal; rejects where a sync is not taken. */
export async function answerSkillCommands(
  machine: Pick<PushMachine, 'refused' | 'texts'>,
  side: MachineSide,
): Promise<{ readonly ended: Promise<void> }> {
  await syncOnce(side, [], true);
  async function loop(): Promise<void> {
    let results: Results = [];
    while (!side.signal.aborted) {
      const { commands } = await syncOnce(side, results);
      results = commands.map((command) => ({ command: command.id, ...reply(command, machine) }));
    }
  }
  const ended = loop().catch((error: unknown) => {
    if (!side.signal.aborted) throw error;
  });
  return { ended };
}

function reply(
  { args, type }: QueuedCommand,
  { refused, texts }: Pick<PushMachine, 'refused' | 'texts'>,
): Omit<Results[number], 'command'> {
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

function failed(code: string): Omit<Results[number], 'command'> {
  return { result: null, error: { code, message: code } };
}

async function syncOnce(
  side: MachineSide,
  results: Results,
  isFirst = false,
): Promise<SyncResponse> {
  const { baseUrl, signal, token } = side;
  const skills = SKILLS.map((name) => skillReport({ name }));
  const linked = skillReport({ name: LINKED, repository: 'ops/skills' });
  const answer = await fetch(`${baseUrl}/machine/v1/sync`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...syncRequest(Date.now()),
      wait_seconds: isFirst || results.length > 0 ? 0 : SYNC_SECONDS,
      ...(isFirst ? { report: machineReport({ skills: [...skills, linked] }) } : {}),
      results,
    }),
    signal,
  });
  if (answer.status === 429) {
    await passing(SHORT_MS);
    return syncOnce(side, results, isFirst);
  }
  if (!answer.ok) throw new Error(`sync: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as SyncResponse;
}
