import type { AlertType } from '../../contract/record/channel.ts';
import { notifyChannels } from '../channels/on-alert-changed.ts';
import { formatId } from '../database/row-id.ts';
import type { AlertRow, JobRow, MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { endAlert, holdingAlerts, insertAlert } from './alert-queries.ts';

/** Something about a machine that a person should know of while it lasts. */
export interface AlertCondition {
  readonly type: AlertType;
  /** Tells conditions of one type apart: the job's id, the skill, the check; empty for the machine. */
  readonly subject: string;
  readonly title: string;
  readonly job?: number;
}

type AlertMachine = Pick<MachineRow, 'organisation' | 'id'>;

/** How a condition is named in the table: it opens one alert, however long it lasts. */
export function conditionKey({ type, subject }: Pick<AlertCondition, 'type' | 'subject'>): string {
  return subject === '' ? type : `${type}:${subject}`;
}

export const OFFLINE_CONDITION = { type: 'machine_offline', subject: '' } as const;

/**
 * Opens an alert for a condition that begins and ends those whose condition is over. An alert that
 * somebody dismissed opens again only once its condition has ended and begun anew. Channels are told of
 * what opens and of what resolves.
 */
export async function settleAlerts(
  transaction: WriteTransaction,
  machine: AlertMachine,
  change: {
    readonly begin: readonly AlertCondition[];
    readonly over: (alert: AlertRow) => boolean;
  },
): Promise<void> {
  const holding = await holdingAlerts(transaction.db, machine);
  const ended = holding.filter(change.over);
  for (const alert of ended) {
    const resolved = await endAlert(transaction, alert);
    if (alert.state === 'open') await notifyChannels(transaction, resolved);
  }
  const standing = new Set(
    holding.filter((alert) => !ended.includes(alert)).map(({ condition }) => condition),
  );
  for (const condition of change.begin) {
    if (standing.has(conditionKey(condition))) continue;
    standing.add(conditionKey(condition));
    const alert = openAlert(transaction, machine, condition);
    await insertAlert(transaction, alert);
    await notifyChannels(transaction, alert);
  }
}

function openAlert(
  transaction: WriteTransaction,
  machine: AlertMachine,
  condition: AlertCondition,
): AlertRow {
  return {
    organisation: machine.organisation,
    id: transaction.newId(),
    type: condition.type,
    state: 'open',
    condition: conditionKey(condition),
    holds: 1,
    machine: machine.id,
    job: condition.job ?? null,
    title: condition.title,
    opened_at: transaction.now,
    resolved_at: null,
  };
}

/**
 * What a job's state says: a person is needed while it waits; a skill fails until it succeeds again.
 * A job that somebody cancelled is nobody's alert.
 */
export async function settleJobAlerts(transaction: WriteTransaction, job: JobRow): Promise<void> {
  const needsHuman = { type: 'needs_human', subject: formatId('job', job.id) } as const;
  const failed = { type: 'job_failed', subject: job.skill } as const;
  const title = job.title;
  const begin: AlertCondition[] = [];
  const over = new Set<string>();
  if (job.state === 'needs_input') begin.push({ ...needsHuman, title, job: job.id });
  else over.add(conditionKey(needsHuman));
  if (job.state === 'done') over.add(conditionKey(failed));
  if (job.state === 'failed' && job.status !== 'cancelled') {
    begin.push({ ...failed, title, job: job.id });
  }
  await settleAlerts(
    transaction,
    { organisation: job.organisation, id: job.machine },
    { begin, over: ({ condition }) => over.has(condition) },
  );
}
