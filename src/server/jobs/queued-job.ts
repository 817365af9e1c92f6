import type { JobTrigger, Runner } from '../../contract/record/job.ts';
import type { SkillReport } from '../../contract/record/machine.ts';
import type { JobRow, MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';

export interface NewJob {
  readonly machine: MachineRow;
  readonly skill: string;
  readonly trigger: JobTrigger;
  readonly runner?: Runner | undefined;
  readonly model?: string | undefined;
  /** The skill as its machine reported it, where it has. */
  readonly known: SkillReport | undefined;
}

/** A job as it begins: the service has ordered it, its machine has not heard of it. */
export function newQueuedJob(transaction: WriteTransaction, order: NewJob): JobRow {
  const { machine, skill, runner, model, known, trigger } = order;
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
  };
}
