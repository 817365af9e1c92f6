import type { HealthCheck, MachineReport } from '../../contract/record/machine.ts';
import { type AlertCondition, conditionKey, settleAlerts } from '../alerts/settle-alerts.ts';
import type { MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { Service } from '../service.ts';
import {
  endFutureSyncs,
  listNewlySilentMachines,
  longestSilentSince,
  newestSync,
} from './machine-queries.ts';
import { MISSED_SYNCS, offlineBefore, statusContextOf } from './machine-status.ts';

/** The machine lost webhooks of hosted URLs; no health check that a machine reports has this name. */
export const LOST_WEBHOOKS = { type: 'health_failing', subject: 'service/lost_webhooks' } as const;

const OFFLINE = { type: 'machine_offline', subject: '' } as const;

/**
 * Gives a function that opens an alert for each machine that has been silent for long enough to count
 * as offline, to be called with each sweep. It looks at the machines when the one that has been
 * silent for longest may have become offline: no other one can before. A sync of a time that is still
 * to come, as the clock was ahead, counts from then on as one of now.
 */
export function createOfflineWatch(service: Service): () => Promise<void> {
  const { store } = service;
  const condition = conditionKey(OFFLINE);
  let lookAt = 0;
  return async () => {
    const context = statusContextOf(service);
    const { now, syncIntervalMs } = context;
    // Where the clock was set back, that moment is further ahead than it ever is.
    if (now < lookAt && lookAt <= now + MISSED_SYNCS * syncIntervalMs) return;
    const { longest, newest } = await store.read(async (db) => ({
      longest: await longestSilentSince(db, condition),
      newest: await newestSync(db),
    }));
    if (newest > now + syncIntervalMs) await store.write(endFutureSyncs);
    const since = offlineBefore(context);
    if (longest !== undefined && longest < since) {
      await store.write((transaction) => alertAboutSilent(transaction, since));
    } else {
      lookAt = Math.min(longest ?? now, now) + MISSED_SYNCS * syncIntervalMs;
    }
  };
}

async function alertAboutSilent(transaction: WriteTransaction, since: number): Promise<void> {
  const silent = await listNewlySilentMachines(transaction.db, since, conditionKey(OFFLINE));
  for (const machine of silent) {
    await settleAlerts(transaction, keyOf(machine), {
      lasting: [{ ...OFFLINE, title: `${machine.name} is offline` }],
      hasEnded: () => false,
      among: { conditions: [conditionKey(OFFLINE)] },
    });
  }
}

/**
 * Settles the alerts of a machine that has just synced: it is not offline, and each failing health
 * check of its report has an alert. Without a report the checks are as before.
 */
export async function settleMachineAlerts(
  transaction: WriteTransaction,
  machine: MachineRow,
  report: MachineReport | undefined,
): Promise<void> {
  const failing = report?.checks.filter(({ state }) => state === 'failing').map(failingCheck);
  const stillFailing = new Set(failing?.map(conditionKey));
  await settleAlerts(transaction, keyOf(machine), {
    lasting: failing ?? [],
    among:
      report === undefined
        ? { conditions: [conditionKey(OFFLINE)] }
        : { types: [OFFLINE.type, 'health_failing'] },
    hasEnded: ({ type, condition }) =>
      condition === conditionKey(OFFLINE) ||
      (type === 'health_failing' &&
        condition !== conditionKey(LOST_WEBHOOKS) &&
        failing !== undefined &&
        !stillFailing.has(condition)),
  });
}

/** Resolves every alert of a machine that was disconnected. */
export async function resolveMachineAlerts(
  transaction: WriteTransaction,
  machine: MachineRow,
): Promise<void> {
  await settleAlerts(transaction, keyOf(machine), { lasting: [], hasEnded: () => true });
}

function keyOf({ organisation, id }: MachineRow) {
  return { organisation, machine: id };
}

function failingCheck({ name, message }: HealthCheck): AlertCondition {
  return { type: 'health_failing', subject: name, title: `${name}: ${message}` };
}
