import type { JobReport } from '../../contract/record/job.ts';
import { commandsOfJob } from '../commands/command-queries.ts';
import { parseId } from '../database/row-id.ts';
import type { JobRow, MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { changeJob, isEndedUnheard } from '../jobs/change-job.ts';
import { settleJobAlerts } from '../jobs/job-alerts.ts';
import { findJob, findMachineJob, insertJob } from '../jobs/job-queries.ts';
import { acceptsReports, jobState } from '../jobs/job-state.ts';

/**
 * Writes the jobs that changed on a machine. One that the machine started itself is new to the
 * service at its first report; one that has ended for the service is not moved back by a late one.
 */
export async function recordJobs(
  transaction: WriteTransaction,
  machine: MachineRow,
  reports: readonly JobReport[],
): Promise<void> {
  for (const report of reports) {
    const known = await findReported(transaction, machine, report);
    if (!known) {
      const id = (await idOfReplay(transaction, machine, report)) ?? transaction.newId();
      const job = await insertJob(transaction, newJob(transaction, machine, { id, report }));
      await settleJobAlerts(transaction, job);
    } else if (acceptsReports(known) || isEndedUnheard(known)) {
      const { trigger, ...columns } = columnsOf(report);
      // What the service has ordered stays what it was ordered as.
      const isOrdered = report.job !== null && known.id === parseId('job', report.job);
      const kept = isOrdered ? known.trigger : trigger;
      await changeJob(transaction, known, { ...columns, trigger: kept, failure: null });
    }
  }
}

async function findReported(
  { db }: WriteTransaction,
  machine: MachineRow,
  report: JobReport,
): Promise<JobRow | undefined> {
  const own = await findMachineJob(db, machine, report.machine_job_id);
  const id = report.job === null ? undefined : parseId('job', report.job);
  if (own || id === undefined) return own;
  const ordered = await findJob(db, machine.organisation, id);
  const isItsJob = ordered?.machine === machine.id && ordered.machine_job_id === null;
  return isItsJob ? ordered : undefined;
}

/** The id that was set aside for the job which a replayed delivery starts, if it starts one. */
async function idOfReplay(
  { db }: WriteTransaction,
  machine: MachineRow,
  report: JobReport,
): Promise<number | undefined> {
  const id = report.job === null ? undefined : parseId('job', report.job);
  if (id === undefined || (await findJob(db, machine.organisation, id))) return undefined;
  const commands = await commandsOfJob(db, machine.organisation, id);
  const isItsReplay = commands.some(
    (command) => command.type === 'delivery.replay' && command.machine === machine.id,
  );
  return isItsReplay ? id : undefined;
}

function newJob(
  transaction: WriteTransaction,
  machine: MachineRow,
  { id, report }: { readonly id: number; readonly report: JobReport },
): JobRow {
  return {
    organisation: machine.organisation,
    id,
    machine: machine.id,
    failure: null,
    created_at: transaction.now,
    activity_at: transaction.now,
    counted_at: transaction.now,
    ...columnsOf(report),
  };
}

function columnsOf(report: JobReport) {
  const { status, outcome, answer, tokens } = report;
  return {
    machine_job_id: report.machine_job_id,
    skill: report.skill,
    runner: report.runner,
    model: report.model,
    title: report.title,
    trigger: report.trigger,
    status,
    outcome,
    state: jobState({ status, outcome, answered: answer !== null }),
    percent: report.progress?.percent ?? null,
    cost_usd: report.cost_usd,
    tokens: tokens === null ? null : tokens.input + tokens.output,
    report: JSON.stringify(report),
    started_at: milliseconds(report.started_at),
    ended_at: milliseconds(report.ended_at),
  };
}

function milliseconds(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}
