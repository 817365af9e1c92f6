import { recordAudit } from '../audit/record-audit.ts';
import type { Call } from '../catalogue/operation.ts';
import type { MachineRow } from '../database/schema.ts';
import type { HostedUrlRow } from '../database/tables/webhooks.ts';
import { readMachineReport } from '../machines/machine-report.ts';
import { requirePlanRoom } from '../organisation/plan-limits.ts';
import { Refusal } from '../refusal.ts';
import { HOSTED_URL_PATH, keyPrefix, newHostedToken, writeHostedToken } from './hosted-token.ts';
import { disableHostedUrlRow, findHostedUrl, saveHostedUrl } from './hosted-url-queries.ts';

interface HostedUrlTarget {
  readonly machine: MachineRow;
  readonly skill: string;
}

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

/**
 * The hosted URL of a skill that is turned on.
 *
 * @throws Refusal `no_hosted_url`
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

function noHostedUrl(machine: MachineRow, skill: string): Refusal {
  const name = JSON.stringify(skill);
  return new Refusal(
    'no_hosted_url',
    `No hosted URL is turned on for the skill ${name} of ${machine.name}.`,
  );
}

/**
 * Turns a skill's hosted URL on, with a new token; one from before stops working with this very
 * change (specification, "Moves that are shown").
 *
 * @throws Refusal `revoked`, `invalid_request` for a skill that the machine has not reported,
 * `plan_limit`
 */
export async function turnHostedUrlOn(
  call: Call,
  { machine, skill }: HostedUrlTarget,
): Promise<HostedUrlRow> {
  if (machine.disconnected_at !== null) {
    throw new Refusal('revoked', `The machine ${machine.name} was disconnected; pair it again.`);
  }
  if (!hasSkill(machine, skill)) {
    const name = JSON.stringify(skill);
    throw new Refusal(
      'invalid_request',
      `\`skill\` is ${name}, which is not a skill of the machine ${machine.name}.`,
    );
  }
  const key = { organisation: call.caller.organisation, machine: machine.id, skill };
  return call.service.store.write(async (transaction) => {
    const before = await findHostedUrl(transaction.db, key);
    if (before?.enabled !== 1) {
      const { enforcePlans } = call.service.settings;
      const { organisation } = call.caller;
      await requirePlanRoom({ ...transaction, organisation, enforcePlans }, 'hosted_urls');
    }
    await saveHostedUrl(transaction, key, newHostedToken(transaction.newId()));
    await recordAudit(transaction, call, {
      action: 'hosted_url.enable',
      machine: machine.id,
      skill,
    });
    const url = await findHostedUrl(transaction.db, key);
    if (url === undefined) throw noHostedUrl(machine, skill);
    return url;
  });
}

/**
 * Turns a skill's hosted URL off: its senders get 404 from now on.
 *
 * @throws Refusal `no_hosted_url` where none is on
 */
export async function disableUrl(
  call: Call,
  { machine, skill }: HostedUrlTarget,
): Promise<HostedUrlRow> {
  const key = { organisation: call.caller.organisation, machine: machine.id, skill };
  return call.service.store.write(async (transaction) => {
    const url = await findHostedUrl(transaction.db, key);
    if (url?.enabled !== 1) throw noHostedUrl(machine, skill);
    await disableHostedUrlRow(transaction, key);
    await recordAudit(transaction, call, {
      action: 'hosted_url.disable',
      machine: machine.id,
      skill,
    });
    return { ...url, enabled: 0, secret: '' };
  });
}

/** Whether the machine has the skill; one that failed to load is still there. */
export function hasSkill(machine: Pick<MachineRow, 'report'>, skill: string): boolean {
  const report = readMachineReport(machine);
  if (report === null) return true;
  return [...report.skills, ...report.broken_skills].some(({ name }) => name === skill);
}

/** The machine's skills whose hosted URL is on. */
export function skillsWithHostedUrl(
  machine: Pick<MachineRow, 'id'>,
  urls: readonly HostedUrlRow[],
): ReadonlySet<string> {
  const on = urls.filter((url) => url.machine === machine.id && url.enabled === 1);
  return new Set(on.map(({ skill }) => skill));
}

/** The machine with what the service holds for it among its waiting events. */
export function withHostedEvents(
  machine: MachineRow,
  waiting: readonly { readonly machine: number; readonly count: number }[],
): MachineRow {
  const held = waiting.filter((one) => one.machine === machine.id);
  const count = held.reduce((sum, one) => sum + Number(one.count), 0);
  return { ...machine, events_waiting: machine.events_waiting + count };
}
