import type { ServiceCommandArgs } from '../../contract/command-args.ts';
import type { JobTrigger, Runner } from '../../contract/record/job.ts';
import type { SkillReport } from '../../contract/record/machine.ts';
import type { AuditSubject } from '../audit/audit-details.ts';
import type { Call } from '../catalogue/operation.ts';
import { queueCommandIn, requireMachineAccepts } from '../commands/queue-command.ts';
import { formatId } from '../database/row-id.ts';
import type { CommandRow, JobRow, MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { readMachineReport } from '../machines/machine-report.ts';
import { machineTurn } from '../machines/machine-turn.ts';
import { Refusal } from '../refusal.ts';
import { insertJob } from './job-queries.ts';

interface SkillRun {
  readonly machine: MachineRow;
  readonly skill: string;
  readonly payload?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly runner?: Runner | undefined;
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
  /** What it is run from, for the audit log. */
  readonly subject?: AuditSubject;
}

export interface StartedJob {
  readonly job: JobRow;
  readonly command: CommandRow;
}

/**
 * Creates a queued job and the command that starts it, both or neither; audited as `skill.run`.
 * Throws `Refusal` as `queueCommand`; `invalid_request` for a skill that the machine has not reported.
 */
export function startJob(call: Call, run: SkillRun): Promise<StartedJob> {
  const { machine, skill } = run;
  requireMachineAccepts(machine, 'job.run');
  const known = knownSkill(machine, skill);
  return call.service.store.write(
    async (transaction) => {
      const job = await insertJob(
        transaction,
        newQueuedJob(transaction, { ...run, known, trigger: 'run' }),
      );
      const { runner, model, effort, payload, headers } = run;
      const args: ServiceCommandArgs['job.run'] = {
        job: formatId('job', job.id),
        skill,
        ...(payload === undefined ? {} : { payload }),
        ...(headers === undefined ? {} : { headers }),
        ...(runner === undefined ? {} : { runner }),
        ...(model === undefined ? {} : { model }),
        ...(effort === undefined ? {} : { effort }),
      };
      const command = await queueCommandIn(transaction, call, {
        machine,
        type: 'job.run',
        args: { ...args },
        job,
        audit: 'skill.run',
        subject: run.subject,
      });
      return { job, command };
    },
    [machineTurn(machine.id)],
  );
}

/** The skill as reported; undefined where the machine has not reported at all yet. */
function knownSkill(machine: MachineRow, name: string): SkillReport | undefined {
  const report = readMachineReport(machine);
  if (report === null) return undefined;
  const skill = report.skills.find((one) => one.name === name);
  if (skill) return skill;
  const broken = report.broken_skills.find((one) => one.name === name);
  const why =
    broken === undefined
      ? `is not a skill of the machine ${machine.name}; one that was just written there is known in some seconds.`
      : `does not load on the machine ${machine.name}: ${broken.error}`;
  throw new Refusal('invalid_request', `\`skill\` is ${JSON.stringify(name)}, which ${why}`);
}

interface NewJob {
  readonly machine: MachineRow;
  readonly skill: string;
  readonly trigger: JobTrigger;
  readonly runner?: Runner | undefined;
  readonly model?: string | undefined;
  /** The skill as its machine reported it, where it has. */
  readonly known: SkillReport | undefined;
}

/** A job as it begins: the service has asked for it, and its machine does not know it yet. */
export function newQueuedJob(transaction: WriteTransaction, newJob: NewJob): JobRow {
  const { machine, skill, runner, model, known, trigger } = newJob;
  return {
    organisation: machine.organisation,
    id: transaction.newId(),
    machine: machine.id,
    machine_job_id: null,
    skill,
    runner: runner ?? known?.runner ?? null,
    model: model ?? known?.model ?? null,
    title: skill,
    trigger,
    status: 'queued',
    outcome: null,
    state: 'in_progress',
    percent: null,
    cost_usd: null,
    tokens: null,
    failure: null,
    report: null,
    created_at: transaction.now,
    started_at: null,
    ended_at: null,
    activity_at: transaction.now,
    counted_at: transaction.now,
  };
}
