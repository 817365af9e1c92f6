import type { JobReport } from '../../../src/contract/record/job.ts';
import type { MachineReport } from '../../../src/contract/record/machine.ts';
import type { QueuedCommand, SyncRequest, SyncResponse } from '../../../src/contract/sync.ts';
import { jobReport, machineReport, syncRequest } from '../../support/sync-reports.ts';

const HOLD_SECONDS = 20;

const STDERR = 'backup: 41 of 60 volumes written\nbackup: /var/lib/backups: disk quota exceeded\n';
const STDOUT = Array.from({ length: 30 }, (_, at) => `step ${at + 1} of 30\n`).join('');

/** What a machine says to a command. */
interface Reply {
  readonly result: unknown;
  readonly error?: { readonly code: string; readonly message: string };
  readonly jobs?: readonly JobReport[];
}

/**
 * A machine that syncs and answers what an operator asks of it until the signal: logs, files of jobs,
 * answers, skills that end at once. One that is away syncs once. Resolves when the first sync is through.
 */
export async function startAnsweringMachine(
  at: {
    readonly baseUrl: string;
    readonly token: string;
    readonly signal: AbortSignal;
    readonly isAway: boolean;
  },
  report: Partial<MachineReport>,
): Promise<void> {
  const sync = async (additions: Partial<SyncRequest>): Promise<SyncResponse> => {
    const body = { ...syncRequest(Date.now()), report: machineReport(report), ...additions };
    const answer = await fetch(`${at.baseUrl}/machine/v1/sync`, {
      method: 'POST',
      headers: { authorization: `Bearer ${at.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: at.signal,
    });
    if (!answer.ok) throw new Error(`sync: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as SyncResponse;
  };
  const first = await sync({});
  if (at.isAway) return;
  const loop = async (): Promise<void> => {
    let { commands } = first;
    while (!at.signal.aborted) {
      const replies = commands.map((command) => ({
        command,
        reply: replyTo(command, report.skills),
      }));
      const answer = await sync({
        wait_seconds: HOLD_SECONDS,
        results: replies.map(({ command, reply }) => ({
          command: command.id,
          result: reply.result,
          error: reply.error ?? null,
        })),
        jobs: replies.flatMap(({ reply }) => reply.jobs ?? []),
      });
      commands = answer.commands;
    }
  };
  loop().catch((error: unknown) => {
    if (!at.signal.aborted) throw error;
  });
}

function replyTo({ args, type }: QueuedCommand, skills: MachineReport['skills'] = []): Reply {
  const now = new Date().toISOString();
  const done = { status: 'succeeded', outcome: 'done', ended_at: now, updated_at: now } as const;
  switch (type) {
    case 'job.run': {
      const job = String(args['job']);
      const report = jobReport({
        machine_job_id: `m-${job}`,
        job,
        skill: String(args['skill']),
        title: String(args['skill']),
        trigger: 'run',
        headline: 'All 12 steps passed',
        started_at: now,
        ...done,
      });
      return { result: { started: true }, jobs: [report] };
    }
    case 'job.answer': {
      const report = jobReport({
        machine_job_id: String(args['machine_job_id']),
        title: 'Triage the issue about export',
        headline: `Went on with: ${args['answer']}`,
        ...done,
      });
      return { result: { delivered: true, resumed: false }, jobs: [report] };
    }
    case 'job.artifact': {
      const content = args['artifact'] === 'stderr' ? STDERR : STDOUT;
      return { result: { content, bytes: content.length, truncated: false } };
    }
    case 'skill.get':
      return skillReply(String(args['skill']), skills);
    case 'logs.tail':
      return { result: { lines: ['synced', 'job h-1 started', 'job h-1 ended'] } };
    default:
      return { result: {} };
  }
}

function skillReply(name: string, skills: MachineReport['skills']): Reply {
  const isThere = skills.some((skill) => skill.name === name);
  if (isThere) return { result: { content: skillText(name), summary: {} } };
  const message = `There is no skill ${name} here`;
  return { result: null, error: { code: 'unknown_skill', message } };
}

function skillText(name: string): string {
  return `---\nname: ${name}\ndescription: Part of every day\nfleet:\n  runner: shell\n---\n\`\`\`sh\ntrue\n\`\`\`\n`;
}
