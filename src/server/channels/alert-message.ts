import { rfc3339 } from '../../base/time/rfc3339.ts';
import { formatId } from '../database/row-id.ts';
import type { AlertRow } from '../database/schema.ts';

/** What is sent to a channel about an alert; the URL of the job or machine is added on sending. */
export interface AlertMessage {
  readonly id: string;
  readonly type: AlertRow['type'];
  readonly state: AlertRow['state'];
  readonly machine: string;
  readonly job?: string;
  readonly title: string;
  readonly opened_at: string;
}

type AlertFacts = Pick<
  AlertRow,
  'id' | 'type' | 'state' | 'machine' | 'job' | 'title' | 'opened_at'
>;

export function alertMessage(alert: AlertFacts): AlertMessage {
  return {
    id: formatId('alt', alert.id),
    type: alert.type,
    state: alert.state,
    machine: formatId('mac', alert.machine),
    ...(alert.job === null ? {} : { job: formatId('job', alert.job) }),
    title: alert.title,
    opened_at: rfc3339(alert.opened_at),
  };
}

/** Where the job or the machine of an alert is read, with a key. */
export function alertUrl({ machine, job }: AlertMessage, baseUrl: string): string {
  return job === undefined
    ? `${baseUrl}/api/v1/machines/${machine}`
    : `${baseUrl}/api/v1/jobs/${job}`;
}
