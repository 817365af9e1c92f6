import { z } from 'zod';
import type { Call } from '../catalogue/operation.ts';
import { count, maybeText } from '../catalogue/record-fields.ts';
import type { MachineRow } from '../database/schema.ts';
import type { HostedUrlRow } from '../database/tables/webhooks.ts';
import { countUncollectedOfUrl } from './hosted-delivery-queries.ts';
import { HOSTED_URL_PATH, keyPrefix, writeHostedToken } from './hosted-token.ts';

/** The record of one hosted URL as it stands now. */
export async function readHostedUrlRecord(
  { service }: Call,
  machine: MachineRow,
  url: HostedUrlRow,
) {
  const waiting = await service.store.read((db) => countUncollectedOfUrl(db, url));
  return toHostedUrlRecord(url, machine.name, waiting);
}

/** The record of a hosted URL: never the URL. */
export const hostedUrlSchema = z
  .strictObject({
    machine: z.string(),
    skill: z.string(),
    enabled: z.boolean(),
    key_prefix: maybeText,
    received: count,
    waiting: count,
  })
  .meta({ id: 'HostedUrl' });

/** The record with the URL, for whoever configures the sender. */
export const revealedHostedUrlSchema = hostedUrlSchema
  .extend({ url: z.string() })
  .meta({ id: 'RevealedHostedUrl' });

/** A hosted URL in lists: never the URL. */
export function toHostedUrlRecord(url: HostedUrlRow, machineName: string | null, waiting: number) {
  return {
    machine: machineName ?? String(url.machine),
    skill: url.skill,
    enabled: url.enabled === 1,
    key_prefix: url.enabled === 1 ? keyPrefix(url) : null,
    received: url.received,
    waiting,
  };
}

/** The address that a sender is given. */
export function hostedUrlAddress({ service }: Pick<Call, 'service'>, url: HostedUrlRow): string {
  return `${service.baseUrl()}${HOSTED_URL_PATH}/${writeHostedToken(url)}`;
}
