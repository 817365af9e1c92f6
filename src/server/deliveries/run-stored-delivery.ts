import { parseJson } from '../../base/json/lossless.ts';
import { decodeUtf8 } from '../../base/text/utf8.ts';
import type { Call, OperationResponse } from '../catalogue/operation.ts';
import { formatId } from '../database/row-id.ts';
import type { DeliveryRow } from '../database/tables/webhooks.ts';
import { respondWithJob } from '../jobs/job-response.ts';
import { startJob } from '../jobs/start-job.ts';
import { resolveMachine } from '../machines/resolve-machine.ts';
import { Refusal } from '../refusal.ts';
import { findBody } from './delivery-body-queries.ts';

interface StoredDeliveryRun {
  readonly delivery: DeliveryRow;
  /** The delivery's own where it is left out. */
  readonly machine: string | undefined;
  readonly skill: string | undefined;
  readonly waitSeconds: number;
}

/**
 * Runs the stored body and the redacted headers of a delivery through a skill as a fresh run,
 * without signature check and filters.
 * Throws `Refusal` `no_body`, and as `startJob`.
 */
export async function runStoredDelivery(
  call: Call,
  { delivery, machine: named, skill: other, waitSeconds }: StoredDeliveryRun,
): Promise<OperationResponse> {
  const machine = await resolveMachine(call, named ?? formatId('mac', delivery.machine));
  const skill = other ?? delivery.skill;
  if (skill === null) {
    throw new Refusal('invalid_request', '`skill` is missing; the delivery was for no skill.');
  }
  const payload = await payloadOf(call, delivery);
  const headers: Readonly<Record<string, string>> = JSON.parse(delivery.headers);
  const subject = { kind: 'delivery', id: formatId('del', delivery.id) } as const;
  const started = await startJob(call, { machine, skill, payload, headers, subject });
  return respondWithJob(call, started, waitSeconds);
}

/** The body as JSON where it is JSON, else as text. */
async function payloadOf({ service }: Call, delivery: DeliveryRow): Promise<unknown> {
  const body = await service.store.read((db) => findBody(db, delivery, service.clock.now()));
  const text = body && decodeUtf8(body, { keepByteOrderMark: true });
  if (text === undefined) {
    throw new Refusal(
      'no_body',
      'The whole body of the delivery is not stored, or is binary; it cannot run elsewhere.',
    );
  }
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
