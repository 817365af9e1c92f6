import { z } from 'zod';
import type { Call } from '../catalogue/operation.ts';
import { count, id, maybeText } from '../catalogue/record-fields.ts';
import { formatId } from '../database/row-id.ts';
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
  return toHostedUrlRecord(url, machine, waiting);
}

/** The record of a hosted URL: never the URL. */
export const hostedUrlSchema = z
  .strictObject({
    machine: id('mac'),
    machine_name: maybeText,
    skill: z.string(),
    enabled: z.boolean(),
    key_prefix: maybeText,
    received: count,
    waiting: count.describe('Not collected by the machine yet.'),
    lost: count.describe('Received and never collected, or never decided on.'),
    refused: count.describe('Refused at a cap, with 429 or 402.'),
  })
  .meta({ id: 'HostedUrl' });

/** The record with the URL, for whoever configures the sender. */
export const revealedHostedUrlSchema = hostedUrlSchema
  .extend({ url: z.string() })
  .meta({ id: 'RevealedHostedUrl' });

/** A hosted URL in lists: never the URL. */
export function toHostedUrlRecord(
  url: HostedUrlRow,
  machine: MachineRow | undefined,
  waiting: number,
) {
  return {
    machine: formatId('mac', url.machine),
    machine_name: machine?.name ?? null,
    skill: url.skill,
    enabled: url.enabled === 1,
    key_prefix: url.enabled === 1 ? keyPrefix(url) : null,
    received: url.received,
    waiting,
    lost: url.lost,
    refused: url.refused,
  };
}

/** The address that a sender is given. */
export function hostedUrlAddress({ service }: Pick<Call, 'service'>, url: HostedUrlRow): string {
  return `${service.baseUrl()}${HOSTED_URL_PATH}/${writeHostedToken(url)}`;
}

/** What the audit log calls a hosted URL: the part of its key that lists show. */
export function hostedUrlSubject(url: HostedUrlRow) {
  return { kind: 'hosted_url', name: keyPrefix(url) } as const;
}
