import type { HostedRequest } from '../../contract/record/delivery.ts';
import type { MachineReport } from '../../contract/record/machine.ts';
import { fromBase64url, toBase64url } from '../../sealing/base64url.ts';
import { seal } from '../../sealing/sealed-box.ts';
import type { Connection } from '../database/connection.ts';
import { formatId } from '../database/row-id.ts';
import type { HostedUrlRow } from '../database/tables/webhooks.ts';
import { saveDelivery } from '../deliveries/delivery-queries.ts';
import { machineTopic } from '../long-poll/topics.ts';
import { readMachineReport, skillTestOf } from '../machines/machine-report.ts';
import { machineTurn } from '../machines/machine-turn.ts';
import { monthOf, requirePlanRoom } from '../organisation/plan-limits.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { newHostedDelivery } from './hosted-delivery.ts';
import { countReceived, insertHostedDelivery } from './hosted-delivery-queries.ts';
import { HOSTED_URL_PATH, keyPrefix, matchesSecret, readHostedToken } from './hosted-token.ts';
import { findHostedUrlOfToken } from './hosted-url-queries.ts';

/** A webhook as it came to a hosted URL. */
interface Webhook {
  readonly token: string;
  /** As the sender wrote it, without its `?`. */
  readonly query: string;
  readonly address: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Reads its body, which takes memory of this sender while it is on its way. */
  readBytes(sender: { organisation: number; credential: string }): Promise<Uint8Array>;
}

const KEYLESS_RETRY_SECONDS = 30;

/**
 * Most uncollected webhooks of one URL: at 512 KiB each, sealed and in base64url, they are below
 * 360 MiB, so that somebody who has learnt a URL cannot fill the disk.
 */
export const UNCOLLECTED_PER_URL_MAX = 500;
const FULL_RETRY_SECONDS = 60;

/**
 * Stores a webhook, sealed to its machine's key, until the machine collects it (specification,
 * rule 8), and the delivery that it is. Gives the delivery's id once both are stored. Throws
 * `Refusal` `not_found` where no URL with this token is on or the skill does not exist any more, `plan_limit`,
 * `too_large`, `rate_limited` for too many in a minute or uncollected, `unavailable` while the machine has
 * reported no sealing key.
 */
export async function receiveWebhook(service: Service, webhook: Webhook): Promise<string> {
  // A wrong URL is refused before the body is read.
  const target = await service.store.read((db) => findTarget(db, webhook.token));
  try {
    return await holdWebhook(service, webhook, target);
  } catch (error) {
    service.refusedWebhooks.add(target.url, error, service.clock.now());
    throw error;
  }
}

async function holdWebhook(
  service: Service,
  webhook: Webhook,
  { report, url }: HostedTarget,
): Promise<string> {
  const holder = `in_${keyPrefix(url)}`;
  await requireRate(service, holder);
  const { organisation } = url;
  const body = await webhook.readBytes({ organisation, credential: holder });
  const { address, headers, query } = webhook;
  // Without the secret part of the token, and without the query, which may hold another one.
  const path = `${HOSTED_URL_PATH}/${keyPrefix(url)}`;
  const request = { method: 'POST', path, query, address, headers, body: toBase64url(body) };
  const sealed = sealRequest(report, request);
  return service.store.write(
    async (transaction) => {
      const { db, now } = transaction;
      const { machine: id, skill } = url;
      if (!(await countReceived(transaction, url, UNCOLLECTED_PER_URL_MAX))) {
        await findTarget(db, webhook.token);
        throw tooManyUncollected();
      }
      const { enforcePlans } = service.settings;
      const check = { ...transaction, organisation, enforcePlans };
      await requirePlanRoom(check, 'hosted_deliveries_per_month');
      const delivery = {
        organisation,
        id: transaction.newId(),
        machine: id,
        skill,
        received_at: now,
        sealed,
      };
      await insertHostedDelivery(transaction, delivery, monthOf(now));
      const visible = { path, address, headers, bodyBytes: body.length };
      await saveDelivery(transaction, newHostedDelivery(delivery, visible), undefined);
      transaction.wake(machineTopic(id));
      return formatId('del', delivery.id);
      // Each counts itself in the row of its organisation's month.
    },
    [`webhooks of ${url.organisation}`, machineTurn(url.machine)],
  );
}

/** A URL accepts as many webhooks in a minute as a key may make requests (600), over all processes. */
async function requireRate({ rateLimit, clock }: Service, holder: string): Promise<void> {
  const waitSeconds = await rateLimit.take(holder, clock.now());
  if (waitSeconds === 0) return;
  throw new Refusal('rate_limited', 'This URL gets more webhooks than it takes in a minute.', {
    retryAfterSeconds: waitSeconds,
  });
}

function tooManyUncollected(): Refusal {
  return new Refusal(
    'rate_limited',
    `${UNCOLLECTED_PER_URL_MAX} webhooks of this URL wait for its machine; it takes no more until some are collected.`,
    { retryAfterSeconds: FULL_RETRY_SECONDS },
  );
}

interface HostedTarget {
  readonly url: HostedUrlRow;
  /** Its machine's. */
  readonly report: MachineReport | null;
}

/** The URL of a token; every wrong token is refused in the same way. */
async function findTarget(db: Connection, token: string): Promise<HostedTarget> {
  const parsed = readHostedToken(token);
  const url = parsed && (await findHostedUrlOfToken(db, parsed.token_id));
  const matches = matchesSecret(parsed?.secret ?? '', url?.secret ?? '');
  if (url && matches && url.enabled === 1 && url.disconnected_at === null) {
    const report = readMachineReport(url);
    if (skillTestOf(report)(url.skill)) return { url, report };
  }
  throw new Refusal('not_found', 'There is no hosted URL of this address.');
}

function sealRequest(report: MachineReport | null, request: HostedRequest): string {
  const key = report?.sealing_key;
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
