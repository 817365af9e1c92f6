import type { HostedRequest } from '../../contract/record/delivery.ts';
import { fromBase64url, toBase64url } from '../../sealing/base64url.ts';
import { seal } from '../../sealing/sealed-box.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { newDeliveryId } from '../store/delivery-id.ts';
import { insertHeld } from '../store/held-deliveries.ts';
import { findHostedUrlOfToken } from '../store/hosted-urls.ts';
import { findMachine } from '../store/machines.ts';
import { formatId } from '../store/row-id.ts';
import type { MachineRow } from '../store/schema.ts';
import type { Connection } from '../store/store.ts';
import type { HostedUrlRow } from '../store/webhook-tables.ts';
import { HOSTED_URL_PATH, keyPrefix, matchesSecret, readHostedToken } from './hosted-token.ts';
import { hasSkill } from './hosted-url.ts';
import { monthOf, requirePlanRoom } from './plan-room.ts';
import { readReport } from './read-report.ts';
import { machineTopic } from './topics.ts';

/** A webhook as it came to a hosted URL. */
export interface Webhook {
  readonly token: string;
  readonly address: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readBytes(): Promise<Uint8Array>;
}

const KEYLESS_RETRY_SECONDS = 30;

/**
 * Holds a webhook, sealed to its machine's key, until the machine collects it (specification,
 * rule 8). Gives the delivery's id once it is stored.
 *
 * @throws Refusal `not_found` for a token of no URL that is on, or of a skill that is gone;
 * `plan_limit`, `too_large`; `unavailable` while the machine has no key to seal to
 */
export async function receiveWebhook(service: Service, webhook: Webhook): Promise<string> {
  // A sender without a URL is told so before its body is read.
  const { url, machine } = await service.store.read((db) => findTarget(db, webhook.token));
  const body = await webhook.readBytes();
  const sealed = sealRequest(machine, {
    method: 'POST',
    // Without the secret part of the token, and without a query, which may hold another one.
    path: `${HOSTED_URL_PATH}/${keyPrefix(url)}`,
    address: webhook.address,
    headers: webhook.headers,
    body: toBase64url(body),
  });
  return service.store.write(async (transaction) => {
    const { db, now } = transaction;
    const { machine: id, skill, organisation } = (await findTarget(db, webhook.token)).url;
    const { enforcePlans } = service.settings;
    const asked = { ...transaction, organisation, enforcePlans };
    await requirePlanRoom(asked, 'hosted_deliveries_per_month');
    const held = {
      organisation,
      id: await newDeliveryId(transaction, now),
      machine: id,
      skill,
      received_at: now,
      sealed,
    };
    await insertHeld(transaction, held, monthOf(now));
    transaction.wake(machineTopic(id));
    return formatId('del', held.id);
  });
}

/** Every token that leads nowhere answers alike, whatever is wrong with it. */
async function findTarget(
  db: Connection,
  token: string,
): Promise<{ readonly url: HostedUrlRow; readonly machine: MachineRow }> {
  const given = readHostedToken(token);
  const url = given && (await findHostedUrlOfToken(db, given.token_id));
  const matches = matchesSecret(given?.secret ?? '', url?.secret ?? '');
  if (url && matches && url.enabled === 1) {
    const machine = await findMachine(db, url.organisation, url.machine);
    if (machine?.disconnected_at === null && hasSkill(machine, url.skill)) return { url, machine };
  }
  throw new Refusal('not_found', 'There is no hosted URL of this address.');
}

function sealRequest(machine: MachineRow, request: HostedRequest): string {
  const key = readReport(machine)?.sealing_key;
  if (key === undefined) {
    throw new Refusal(
      'unavailable',
      'The machine has not reported the key yet to which webhooks are sealed; send it again later.',
      { retryAfterSeconds: KEYLESS_RETRY_SECONDS },
    );
  }
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  return toBase64url(seal(fromBase64url(key), bytes));
}
