import type { JobReport } from '../../src/contract/record/job.ts';
import type { MachineReport } from '../../src/contract/record/machine.ts';
import type { QueuedCommand } from '../../src/contract/sync.ts';
import type { StartOptions } from '../../src/server/start.ts';
import { type ScriptedMachine, type ScriptedReply, scriptMachine } from './scripted-machine.ts';
import { runReport } from './sync-reports.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** What the machine answers by command type; a type without an entry is held for ever. */
export type CommandReplies = Readonly<Record<string, (command: QueuedCommand) => ScriptedReply>>;

export interface ServerWithMachine {
  readonly server: TestServer;
  readonly machine: ScriptedMachine;
}

export interface ServerWithMachineOptions {
  readonly answers?: CommandReplies;
  readonly report?: Partial<MachineReport>;
  readonly start?: Partial<StartOptions>;
}

/** A server with one machine, `build-01`, that has synced and answers as the test says. */
export async function startServerWithMachine(
  options: ServerWithMachineOptions = {},
): Promise<ServerWithMachine> {
  const server = await startTestServer(options.start);
  const machine = scriptMachine({
    baseUrl: server.baseUrl,
    token: server.machineToken,
    ...(options.report === undefined ? {} : { report: options.report }),
    reply: (command) => options.answers?.[command.type]?.(command) ?? { hold: true },
  });
  await machine.sync();
  machine.start();
  return { server, machine };
}

/** Takes a run up as a job that stands as `changes` say. */
export function reportsRunAs(changes: Partial<JobReport>): CommandReplies[string] {
  return ({ args }) => {
    const report = runReport(String(args['job']), changes);
    return { result: { machine_job_id: report.machine_job_id }, jobs: [report] };
  };
}

export const QUESTION = {
  text: 'Which branch?',
  context: 'Two are ahead.',
  choices: { options: ['main', 'next', 'old'], recommended: 'main', multiple: false },
} as const;

/** A server with one job that waits for a person, and the job's id. */
export async function startServerWithWaitingJob(
  answers: CommandReplies = {},
  changes: Partial<JobReport> = {},
): Promise<ServerWithMachine & { readonly job: string }> {
  const asks = reportsRunAs({ status: 'waiting', question: QUESTION, ...changes });
  const fixture = await startServerWithMachine({ answers: { 'job.run': asks, ...answers } });
  const run = { machine: 'build-01', skill: 'deploy-check', wait_seconds: 10 };
  const { body } = await fixture.server.tool('run_skill', run);
  return { ...fixture, job: body.id };
}
