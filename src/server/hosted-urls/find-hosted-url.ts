import type { Call } from '../catalogue/operation.ts';
import type { MachineRow } from '../database/schema.ts';
import type { HostedUrlRow } from '../database/tables/webhooks.ts';
import { Refusal } from '../refusal.ts';
import { findHostedUrl } from './hosted-url-queries.ts';

export interface HostedUrlTarget {
  readonly machine: MachineRow;
  readonly skill: string;
}

/**
 * The hosted URL of a skill that is turned on.
 * Throws `Refusal` `no_hosted_url` where none is on.
 */
export async function requireHostedUrl(
  { service, caller }: Pick<Call, 'service' | 'caller'>,
  { machine, skill }: HostedUrlTarget,
): Promise<HostedUrlRow> {
  const key = { organisation: caller.organisation, machine: machine.id, skill };
  const url = await service.store.read((db) => findHostedUrl(db, key));
  if (url?.enabled === 1) return url;
  throw noHostedUrl(machine, skill);
}

export function noHostedUrl(machine: MachineRow, skill: string): Refusal {
  const name = JSON.stringify(skill);
  return new Refusal(
    'no_hosted_url',
    `No hosted URL is turned on for the skill ${name} of ${machine.name}.`,
  );
}

/** The machine's skills whose hosted URL is on. */
export function skillsWithHostedUrl(
  machine: Pick<MachineRow, 'id'>,
  urls: readonly HostedUrlRow[],
): ReadonlySet<string> {
  const on = urls.filter((url) => url.machine === machine.id && url.enabled === 1);
  return new Set(on.map(({ skill }) => skill));
}

/** The machine with its uncollected webhooks added to its waiting events. */
export function withHostedEvents(
  machine: MachineRow,
  waiting: readonly { readonly machine: number; readonly count: number }[],
): MachineRow {
  const own = waiting.filter((one) => one.machine === machine.id);
  const count = own.reduce((sum, one) => sum + Number(one.count), 0);
  return { ...machine, events_waiting: machine.events_waiting + count };
}
