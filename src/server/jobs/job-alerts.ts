import { type AlertCondition, conditionKey, settleAlerts } from '../alerts/settle-alerts.ts';
import { formatId } from '../database/row-id.ts';
import type { JobRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';

/**
 * Opens and resolves the alerts that follow from a job's state: `needs_human` while it waits for a
 * person, `job_failed` until its skill succeeds again. A cancelled job and a test open no alert.
 */
export async function settleJobAlerts(transaction: WriteTransaction, job: JobRow): Promise<void> {
  const needsHuman = { type: 'needs_human', subject: formatId('job', job.id) } as const;
  const failed = { type: 'job_failed', subject: job.skill } as const;
  const title = job.title;
  const lasting: AlertCondition[] = [];
  const ended = new Set<string>();
  if (job.state === 'needs_input') lasting.push({ ...needsHuman, title, job: job.id });
  else ended.add(conditionKey(needsHuman));
  // A test runs another definition: it says nothing of the installed skill of that name.
  if (job.trigger !== 'test') {
    if (job.state === 'done') ended.add(conditionKey(failed));
    if (job.state === 'failed' && job.status !== 'cancelled') {
      lasting.push({ ...failed, title, job: job.id });
    }
  }
  const hasEnded = ({ condition }: { readonly condition: string }) => ended.has(condition);
  const among = { conditions: [conditionKey(needsHuman), conditionKey(failed)] };
  await settleAlerts(transaction, job, { lasting, hasEnded, among });
}
