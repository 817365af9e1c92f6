import { hostedUrlView } from '../../fleet/hosted-url.ts';
import { countWaitingFor } from '../../store/held-deliveries.ts';
import type { MachineRow } from '../../store/schema.ts';
import type { HostedUrlRow } from '../../store/webhook-tables.ts';
import type { Call } from '../operation.ts';

/** The record of one hosted URL as it stands now. */
export async function hostedUrlRecord({ service }: Call, machine: MachineRow, url: HostedUrlRow) {
  const waiting = await service.store.read((db) => countWaitingFor(db, url));
  return hostedUrlView(url, machine.name, waiting);
}
