import { lowerCaseNames } from '../../base/headers/lower-case.ts';
import { redactHeaders } from '../../base/headers/redact.ts';
import type { DeliveryReport } from '../../contract/record/delivery.ts';
import { parseId } from '../database/row-id.ts';
import type { MachineRow } from '../database/schema.ts';
import { searchTextOf } from '../database/search/search-text.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { DeliveryRow } from '../database/tables/webhooks.ts';
import { saveBody } from '../deliveries/delivery-body-queries.ts';
import { newDeliveryId } from '../deliveries/delivery-id.ts';
import { findDelivery, findMachineDelivery, saveDelivery } from '../deliveries/delivery-queries.ts';
import {
  deleteSurplusBodies,
  isRejected,
  ownerOfRejected,
  releaseBody,
} from '../deliveries/rejected-bodies.ts';
import {
  deleteHostedDelivery,
  findHostedDelivery,
} from '../hosted-urls/hosted-delivery-queries.ts';
import { skillTest } from '../machines/machine-report.ts';

interface Reported {
  readonly report: DeliveryReport;
  readonly id: number;
  readonly received_at: number;
  readonly previous: DeliveryRow | undefined;
}

/**
 * Writes webhooks as their machine decided on them; one that is reported again replaces what was known.
 * The body is kept, byte for byte, only while the organisation keeps bodies; of rejected ones the newest
 * of each skill, and none of a path without a skill.
 */
export async function recordDeliveries(
  transaction: WriteTransaction,
  machine: MachineRow,
  { reports, keepsBodies }: { reports: readonly DeliveryReport[]; keepsBodies: boolean },
): Promise<void> {
  const hasSkill = lazySkillTest(machine);
  const owners = new Set<string>();
  for (const report of reports) {
    const reported = await identify(transaction, machine, report);
    const { previous } = reported;
    const row = rowOf(machine, await withFreeId(transaction, machine, reported));
    await saveDelivery(transaction, row, previous);
    const { body, skill } = report;
    const rejected = isRejected(report);
    if (!rejected && previous !== undefined && isRejected(previous)) {
      await releaseBody(transaction, row);
    }
    if (!keepsBodies || body === null || (rejected && !hasSkill(skill))) continue;
    const rejectedOf = rejected && skill !== null ? ownerOfRejected(machine, skill) : null;
    if (rejectedOf !== null) owners.add(rejectedOf);
    await saveBody(transaction, row, { body, rejectedOf });
  }
  for (const owner of owners) await deleteSurplusBodies(transaction, machine.organisation, owner);
}

/** Reads the machine's report only where it is asked for a skill, and once. */
function lazySkillTest(machine: MachineRow): (skill: string | null) => boolean {
  let test: ((skill: string) => boolean) | undefined;
  return (skill) => {
    if (skill === null) return false;
    test ??= skillTest(machine);
    return test(skill);
  };
}

/** Which delivery a report is about, and when it was received: what came through us, we know. */
async function identify(
  transaction: WriteTransaction,
  machine: MachineRow,
  report: DeliveryReport,
): Promise<Reported> {
  const { db, now } = transaction;
  const cloudId = report.delivery === null ? undefined : parseId('del', report.delivery);
  const hosted = cloudId === undefined ? undefined : await findHostedDelivery(db, machine, cloudId);
  const byId =
    cloudId === undefined ? undefined : await findDelivery(db, machine.organisation, cloudId);
  const previous =
    byId?.machine === machine.id
      ? byId
      : await findMachineDelivery(db, machine, report.machine_delivery_id);
  if (hosted) await deleteHostedDelivery(transaction, hosted);
  if (previous) return { report, id: previous.id, received_at: previous.received_at, previous };
  // A time to come would keep the delivery on top of the list.
  const received_at = Math.min(Math.max(Date.parse(report.received_at), 1), now);
  const id = await newDeliveryId(transaction, received_at);
  return { report, id, received_at, previous: undefined };
}

/** A machine that uses an id of its own for two deliveries keeps it with the first one. */
async function withFreeId(
  { db }: WriteTransaction,
  machine: MachineRow,
  reported: Reported,
): Promise<Reported> {
  const { report, id, previous } = reported;
  const named = report.machine_delivery_id;
  if (previous === undefined || previous.machine_delivery_id === named) return reported;
  const other = await findMachineDelivery(db, machine, named);
  if (other === undefined || other.id === id) return reported;
  return { ...reported, report: { ...report, machine_delivery_id: previous.machine_delivery_id } };
}

function rowOf(machine: MachineRow, { report, id, received_at, previous }: Reported): DeliveryRow {
  const { machine_job_id } = report;
  const sameJob = previous?.machine_job_id === machine_job_id;
  const row = {
    organisation: machine.organisation,
    id,
    machine: machine.id,
    machine_delivery_id: report.machine_delivery_id,
    sender_delivery_id: report.sender_delivery_id,
    skill: report.skill,
    received_at,
    outcome: report.outcome,
    reason: report.reason,
    code: report.code,
    http_status: report.http_status,
    path: report.path,
    address: report.address,
    user_agent: report.user_agent,
    sender: report.sender,
    headers: JSON.stringify(redactHeaders(lowerCaseNames(report.headers))),
    via: report.via,
    machine_job_id,
    job: sameJob ? (previous?.job ?? null) : null,
    content_type: report.content_type,
    body_bytes: report.body_bytes,
    webhooks: 1,
  };
  return { ...row, search: searchTextOf(row) };
}
