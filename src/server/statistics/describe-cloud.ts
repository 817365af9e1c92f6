import { z } from 'zod';
import { scopesWithin } from '../../contract/scope.ts';
import { listAlerts } from '../alerts/alert-queries.ts';
import { toAlertRecord } from '../alerts/alert-record.ts';
import { type Call, defineOperation } from '../catalogue/operation.ts';
import type { Connection } from '../database/connection.ts';
import { firstIdAt, formatId } from '../database/row-id.ts';
import type { MachineRow } from '../database/schema.ts';
import { toListedSummary } from '../deliveries/delivery-record.ts';
import { listDeliveries } from '../deliveries/listed-deliveries.ts';
import { withHostedEvents } from '../hosted-urls/find-hosted-url.ts';
import { countUncollected } from '../hosted-urls/hosted-delivery-queries.ts';
import { countInbox, listInbox } from '../jobs/inbox-queries.ts';
import { failedSince } from '../jobs/job-queries.ts';
import { toJobSummary } from '../jobs/job-record.ts';
import { findMachines, listMachines } from '../machines/machine-queries.ts';
import { toMachineSummary } from '../machines/machine-record.ts';
import { readMachineReport } from '../machines/machine-report.ts';
import { statusContextOf } from '../machines/machine-status.ts';
import { readOrganisation } from '../organisation/organisation-record.ts';
import { nextSteps, SHOWN_MAX } from './next-steps.ts';
import { overviewSchema } from './overview-record.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export const describeCloud = defineOperation({
  name: 'describe_cloud',
  description:
    'Overview to begin with: the organisation, what this key may do, the machines, what needs a person now, the day in numbers, and which operations to use next.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({}),
  responses: { 200: overviewSchema },
  refusals: [],
  async run(call) {
    const { service, caller } = call;
    const since = service.clock.now() - DAY_MS;
    const [organisation, numbers, rows, waiting, attention] = await Promise.all([
      readOrganisation(service, caller),
      service.store.statistics.jobStatistics({ organisation: caller.organisation, since }),
      service.store.read((db) => listMachines(db, caller.organisation)),
      service.store.read((db) => countUncollected(db, caller.organisation)),
      service.store.read((db) => attentionIn(db, call, since)),
    ]);
    const moment = statusContextOf(service);
    const machines = rows.map((machine) =>
      toMachineSummary(withHostedEvents(machine, waiting), moment),
    );
    const needsAttention = { ...attention, checks: rows.flatMap(badChecks) };
    return {
      body: {
        organisation,
        key: {
          name: caller.name,
          scope: caller.scope,
          scopes: scopesWithin(caller.scope),
          role: caller.role,
        },
        machines,
        needs_attention: needsAttention,
        last_24_hours: numbers,
        next_steps: nextSteps({ attention: needsAttention, since, machines, caller }),
      },
    };
  },
});

/** What needs a person now, the newest 20 of each kind. */
async function attentionIn(db: Connection, { caller, service }: Call, since: number) {
  const { organisation } = caller;
  const now = service.clock.now();
  const page = { limit: SHOWN_MAX };
  const view = { view: 'needs_input', sort: 'activity', limit: SHOWN_MAX, offset: 0 } as const;
  const counts = await countInbox(db, organisation, {});
  const waiting = (await listInbox(db, organisation, view)).slice(0, SHOWN_MAX);
  const failed = await failedSince(db, organisation, since, SHOWN_MAX);
  const alerts = (await listAlerts(db, organisation, { state: 'open' }, page)).slice(0, SHOWN_MAX);
  const concerned = [...waiting, ...failed, ...alerts].map(({ machine }) => machine);
  const machines = await findMachines(db, organisation, concerned);
  return {
    counts,
    waiting_jobs: waiting.map((job) => toJobSummary(job, machines.get(job.machine))),
    open_alerts: alerts.map((alert) => toAlertRecord(alert, machines.get(alert.machine))),
    failed_jobs: failed.map((job) => toJobSummary(job, machines.get(job.machine))),
    rejected_deliveries: await rejectedSince(db, organisation, { since, now }),
  };
}

/** Webhooks that a machine turned away; ids carry the time. */
async function rejectedSince(
  db: Connection,
  organisation: number,
  { since, now }: { readonly since: number; readonly now: number },
) {
  const filter = { outcome: 'rejected', from: firstIdAt(since) };
  const rows = await listDeliveries(db, organisation, filter, { limit: SHOWN_MAX, now });
  return rows.slice(0, SHOWN_MAX).map(toListedSummary);
}

function badChecks(machine: MachineRow) {
  const checks = readMachineReport(machine)?.checks ?? [];
  return checks
    .filter(({ state }) => state !== 'ok')
    .map((check) => ({
      machine: formatId('mac', machine.id),
      machine_name: machine.name,
      ...check,
    }));
}
