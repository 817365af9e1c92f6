import type { AlertType } from '../../contract/record/channel.ts';
import type { AlertRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { alertChanged } from './alert-events.ts';
import { type AlertsAmong, endAlert, insertAlert, listLastingAlerts } from './alert-queries.ts';

/** Something about a machine that a person should know of while it lasts. */
export interface AlertCondition {
  readonly type: AlertType;
  /** Tells conditions of one type apart: the job's id, the skill, the check; empty for the machine. */
  readonly subject: string;
  readonly title: string;
  readonly job?: number;
}

interface AlertChange {
  /** Conditions that last now; one that lasted before keeps its alert. */
  readonly lasting: readonly AlertCondition[];
  /** Whether the condition of an alert has ended. */
  readonly hasEnded: (alert: AlertRow) => boolean;
  /** Which alerts of the machine this can be about; all without it. A machine may have very many. */
  readonly among?: AlertsAmong;
}

type AlertMachine = Pick<AlertRow, 'organisation' | 'machine'>;

/** How a condition is named in the table: it opens one alert, however long it lasts. */
export function conditionKey({ type, subject }: Pick<AlertCondition, 'type' | 'subject'>): string {
  return subject === '' ? type : `${type}:${subject}`;
}

/**
 * Opens an alert for each condition of a machine that is new, and resolves the alerts whose condition
 * has ended. An alert that a person dismissed opens again only once its condition has ended and
 * returned. Emits `alertChanged` for each alert that opens or resolves.
 */
export async function settleAlerts(
  transaction: WriteTransaction,
  machine: AlertMachine,
  { lasting, hasEnded, among }: AlertChange,
): Promise<void> {
  const before = await listLastingAlerts(transaction.db, machine, among);
  const ended = before.filter(hasEnded);
  for (const alert of ended) {
    const resolved = await endAlert(transaction, alert);
    if (alert.state === 'open') await transaction.emit(alertChanged, resolved);
  }
  const known = new Set(
    before.filter((alert) => !ended.includes(alert)).map(({ condition }) => condition),
  );
  for (const condition of lasting) {
    if (known.has(conditionKey(condition))) continue;
    known.add(conditionKey(condition));
    const alert = newAlert(transaction, machine, condition);
    await insertAlert(transaction, alert);
    await transaction.emit(alertChanged, alert);
  }
}

function newAlert(
  transaction: WriteTransaction,
  { organisation, machine }: AlertMachine,
  condition: AlertCondition,
): AlertRow {
  return {
    organisation,
    id: transaction.newId(),
    type: condition.type,
    state: 'open',
    condition: conditionKey(condition),
    holds: 1,
    machine,
    job: condition.job ?? null,
    title: condition.title,
    opened_at: transaction.now,
    resolved_at: null,
  };
}
