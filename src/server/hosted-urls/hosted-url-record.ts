import type { Call } from '../catalogue/operation.ts';
import type { MachineRow } from '../database/schema.ts';
import type { HostedUrlRow } from '../database/tables/webhooks.ts';
import { toHostedUrlRecord } from './find-hosted-url.ts';
import { countUncollectedOfUrl } from './hosted-delivery-queries.ts';

/** The record of one hosted URL as it stands now. */
export async function readHostedUrlRecord(
  { service }: Call,
  machine: MachineRow,
  url: HostedUrlRow,
) {
  const waiting = await service.store.read((db) => countUncollectedOfUrl(db, url));
  return toHostedUrlRecord(url, machine.name, waiting);
}
