import { INGRESS_HOLD_HOURS } from '../../contract/limits.ts';
import { listLastingSince } from '../alerts/alert-queries.ts';
import { conditionKey, settleAlerts } from '../alerts/settle-alerts.ts';
import { firstIdAt } from '../database/row-id.ts';
import type { MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { HeldDeliveryRow } from '../database/tables/webhooks.ts';
import { findDelivery, hasDelivery, saveDelivery } from '../deliveries/delivery-queries.ts';
import { LOST_WEBHOOKS } from '../machines/machine-alerts.ts';
import { findMachine } from '../machines/machine-queries.ts';
import type { Service } from '../service.ts';
import { NEVER_COLLECTED, NEVER_DECIDED, withSearchText } from './hosted-delivery.ts';
import { countLost, deleteHostedDelivery, overdueDeliveries } from './hosted-delivery-queries.ts';

const HOUR_MS = 60 * 60 * 1000;
const HOLD_MS = INGRESS_HOLD_HOURS * HOUR_MS;
const ALERT_MS = 24 * HOUR_MS;

/**
 * Records as lost what its machine did not collect within 72 hours, or collected and did not decide
 * on within 72 hours more, and opens an alert for the machine (specification, rule 8). The machine's
 * report still replaces that when it comes.
 *
 * @param trusted milliseconds, by a time that does not jump ahead: with the webhook goes its content
 */
export async function loseDeliveries({ store }: Service, trusted: () => number): Promise<void> {
  const span = spanAt(trusted());
  if ((await store.read((db) => overdueDeliveries(db, span))).length === 0) return;
  await store.write(async (transaction) => {
    for (const held of await overdueDeliveries(transaction.db, span)) {
      await loseDelivery(transaction, held);
    }
  });
}

function spanAt(now: number) {
  return { uncollectedBefore: now - HOLD_MS, undecidedBefore: now - 2 * HOLD_MS };
}

async function loseDelivery(transaction: WriteTransaction, held: HeldDeliveryRow): Promise<void> {
  await deleteHostedDelivery(transaction, held);
  const before = await findDelivery(transaction.db, held.organisation, held.id);
  if (before?.outcome !== 'held') return;
  const end = held.sealed === null ? NEVER_DECIDED : NEVER_COLLECTED;
  await saveDelivery(transaction, withSearchText({ ...before, ...end }), before);
  await countLost(transaction, held);
  const machine = await findMachine(transaction.db, held.organisation, held.machine);
  if (machine?.disconnected_at !== null) return;
  const title = `${machine.name} lost webhooks: it did not collect them within ${INGRESS_HOLD_HOURS} hours`;
  const lasting = [{ ...LOST_WEBHOOKS, title }];
  await settleAlerts(transaction, keyOf(machine), {
    lasting,
    hasEnded: () => false,
    among: { conditions: [conditionKey(LOST_WEBHOOKS)] },
  });
}

/** Ends the alert about lost webhooks: the machine collects them again, or is no longer to be told of. */
export function resolveLostWebhooks(
  transaction: WriteTransaction,
  machine: Pick<MachineRow, 'organisation' | 'id'>,
): Promise<void> {
  const key = conditionKey(LOST_WEBHOOKS);
  const hasEnded = ({ condition }: { readonly condition: string }) => condition === key;
  return settleAlerts(transaction, keyOf(machine), {
    lasting: [],
    hasEnded,
    among: { conditions: [key] },
  });
}

/** Ends the alerts about lost webhooks of machines that have lost none for 24 hours. */
export async function resolveOldLostWebhooks({ store, clock }: Service): Promise<void> {
  const condition = conditionKey(LOST_WEBHOOKS);
  const openedBefore = clock.now() - ALERT_MS;
  const old = await store.read((db) => listLastingSince(db, condition, openedBefore));
  if (old.length === 0) return;
  await store.write(async (transaction) => {
    const { db, now } = transaction;
    for (const { organisation, machine } of await listLastingSince(db, condition, now - ALERT_MS)) {
      const filter = { machine, outcome: 'lost', from: firstIdAt(now - HOLD_MS - ALERT_MS) };
      if (await hasDelivery(db, organisation, filter)) continue;
      await resolveLostWebhooks(transaction, { organisation, id: machine });
    }
  });
}

function keyOf({ organisation, id }: Pick<MachineRow, 'organisation' | 'id'>) {
  return { organisation, machine: id };
}
