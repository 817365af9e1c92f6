import { rfc3339 } from '../../base/time/rfc3339.ts';
import type { HostedDelivery } from '../../contract/record/delivery.ts';
import type { Connection } from '../database/connection.ts';
import { formatId } from '../database/row-id.ts';
import type { MachineRow } from '../database/schema.ts';
import { uncollectedDeliveries } from '../hosted-urls/hosted-delivery-queries.ts';

/** More than a machine decides on until its next sync; the others follow then. */
const BATCH = 20;
const BATCH_CHARS_MAX = 4 * 1024 * 1024;

/** What a machine has not collected yet, oldest first, as much as one answer may hold. */
export async function pendingDeliveries(
  db: Connection,
  machine: Pick<MachineRow, 'organisation' | 'id'>,
): Promise<readonly HostedDelivery[]> {
  const waiting = await uncollectedDeliveries(db, machine, BATCH);
  const handed: HostedDelivery[] = [];
  let chars = 0;
  for (const { id, skill, received_at, sealed } of waiting) {
    if (sealed === null) continue;
    chars += sealed.length;
    if (handed.length > 0 && chars > BATCH_CHARS_MAX) break;
    handed.push({
      id: formatId('del', id),
      skill,
      received_at: rfc3339(received_at),
      sealed,
    });
  }
  return handed;
}
