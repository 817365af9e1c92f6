import type { Call } from '../catalogue/operation.ts';
import type { MachineRow } from '../database/schema.ts';
import type { HostedUrlRow } from '../database/tables/webhooks.ts';
import { hostedUrlView } from './find-hosted-url.ts';
import { countWaitingFor } from './hosted-delivery-queries.ts';

/** The record of one hosted URL as it stands now. */
export async function hostedUrlRecord({ service }: Call, machine: MachineRow, url: HostedUrlRow) {
  const waiting = await service.store.read((db) => countWaitingFor(db, url));
  return hostedUrlView(url, machine.name, waiting);
}
