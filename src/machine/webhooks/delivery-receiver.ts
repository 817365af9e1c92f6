import { redactHeaders, redactQuery } from '../../base/headers/redact.ts';
import type { Clock } from '../../base/time/clock.ts';
import { senderDeliveryId } from '../../contract/record/delivery.ts';
import type { ConfigFile } from '../config/config-file.ts';
import type { MachineFolder } from '../folder.ts';
import type { Host } from '../host.ts';
import type { JobScheduler } from '../jobs/job-scheduler.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { MachineLog } from '../machine-log.ts';
import type { SecretsFile } from '../secrets/secrets-file.ts';
import { findSkill } from '../skills/skill-folder.ts';
import { type Decision, decideOutcome } from './decide-outcome.ts';
import type { Delivery } from './delivery-record.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { type IncomingWebhook, payloadOf, senderName } from './incoming-webhook.ts';
import { marksOf } from './known-deliveries.ts';
import { createMinuteLimit } from './minute-limit.ts';

const TEXT_CHARS_MAX = 500;

/** Delay until the job of an accepted delivery that could not be queued is tried again. */
const RETRY_MS = 10_000;

/** So many rejected webhooks and duplicates of one skill are stored in a minute; the others only answered. */
const REFUSED_PER_MINUTE = 100;

/** With so many jobs in the queue no other webhook is taken. */
const QUEUED_MAX = 10_000;

interface DeliveryReceiverOptions {
  readonly folder: MachineFolder;
  readonly clock: Clock;
  readonly host: Host;
  readonly log: MachineLog;
  readonly secrets: SecretsFile;
  readonly store: JobStore;
  readonly jobs: JobScheduler;
  readonly deliveries: DeliveryStore;
  readonly config: ConfigFile;
}

/** What the caller has decided about a webhook already. */
interface ReceiveOptions {
  /** The machine's id of the delivery; a new one where it is absent. */
  readonly id?: string;
  readonly decision?: Decision;
}

/** Receives webhooks, one after the other: decides about each, stores it and starts its job. */
export class DeliveryReceiver {
  readonly #options: DeliveryReceiverOptions;
  #last: Promise<unknown> = Promise.resolve();
  #stopRetry: (() => void) | undefined;
  /** Rejected webhooks and duplicates of a skill, and of all unknown ones together. */
  readonly #refusedLimit = createMinuteLimit(REFUSED_PER_MINUTE);

  constructor(options: DeliveryReceiverOptions) {
    this.#options = options;
  }

  /** Starts the jobs of accepted deliveries that an earlier process, or attempt, did not start. */
  async recover(): Promise<void> {
    for (const delivery of this.#options.deliveries.all()) {
      if (!delivery.settled) await this.#trySettle(delivery);
    }
  }

  /** Stops retries; resolves when the deliveries that are being received are done. */
  async close(): Promise<void> {
    await this.#last;
    this.#stopRetry?.();
  }

  /**
   * Decides about one webhook and stores it with its body; when this resolves it is on disk and its
   * job, where it has one, in the queue. A delivery with a known id is not received again. Of what the
   * listener rejects only so much is stored in a minute. Gives undefined, and has stored nothing, where
   * too much waits to be run or to be reported.
   */
  receive(incoming: IncomingWebhook, options: ReceiveOptions = {}): Promise<Delivery | undefined> {
    const received = this.#last.then(() => this.#receive(incoming, options));
    this.#last = received.catch(() => undefined);
    return received;
  }

  async #receive(
    incoming: IncomingWebhook,
    { id = this.#newId(), ...given }: ReceiveOptions,
  ): Promise<Delivery | undefined> {
    const { deliveries, log } = this.#options;
    const known = deliveries.get(id);
    if (known !== undefined) return known;
    if (deliveries.isFull() || this.#isQueueFull()) return undefined;
    const { decision, marks } = given.decision
      ? { decision: given.decision, marks: [] }
      : await this.#decide(incoming);
    const settled = decision.outcome !== 'accepted';
    const report = reportOf(incoming, id, decision);
    const query = redactQuery(incoming.query);
    const delivery = { report, query, settled, reported: false, marks };
    if (!this.#isToBeStored(delivery)) return delivery;
    await deliveries.put(delivery, decision.code === 'unknown_skill' ? undefined : incoming.body);
    log.write(`delivery ${id} for ${incoming.skill}: ${decision.code ?? decision.outcome}`);
    return settled ? delivery : await this.#trySettle(delivery, incoming);
  }

  async #decide(incoming: IncomingWebhook) {
    const { clock, config, deliveries, folder, secrets } = this.#options;
    const skill = await findSkill(folder.skills, incoming.skill);
    const marks = marksOf(incoming, skill?.settings.auth);
    const isKnown = deliveries.known.has(marks);
    const { mode } = (await config.read()).config;
    const nowMs = clock.now();
    const facts = { skill, secrets: await secrets.read(), mode, nowMs, isKnown };
    const decision = decideOutcome(incoming, facts);
    return { decision, marks: [...marks.marks] };
  }

  /** As `#settle`; where the job cannot be written, the delivery stays accepted and is tried again. */
  async #trySettle(delivery: Delivery, incoming?: IncomingWebhook): Promise<Delivery> {
    try {
      return await this.#settle(delivery, incoming);
    } catch (error) {
      const { clock, log } = this.#options;
      const id = delivery.report.machine_delivery_id;
      log.write(`the job of delivery ${id} cannot be queued yet: ${String(error)}`);
      this.#stopRetry?.();
      this.#stopRetry = clock.after(RETRY_MS, () => {
        this.#last = this.#last.then(() => this.recover());
      });
      return delivery;
    }
  }

  /** Queues the job of an accepted delivery; repeated calls queue it once. */
  async #settle(delivery: Delivery, incoming?: IncomingWebhook): Promise<Delivery> {
    const { deliveries, store } = this.#options;
    const { machine_delivery_id: id } = delivery.report;
    const job = store.findByDelivery(id) ?? (await this.#startJob(delivery, incoming));
    const report = { ...delivery.report, machine_job_id: job?.report.machine_job_id ?? null };
    const settled = { ...delivery, report, settled: true };
    await deliveries.put(settled);
    return settled;
  }

  async #startJob({ query, report }: Delivery, incoming: IncomingWebhook | undefined) {
    const { deliveries, folder, jobs } = this.#options;
    const skill = await findSkill(folder.skills, report.skill ?? '');
    // The skill was removed after the acceptance: there is nothing to run.
    if (skill === undefined) return undefined;
    const body = incoming?.body ?? (await deliveries.body(report.machine_delivery_id));
    return await jobs.start({
      skill,
      job: null,
      trigger: 'webhook',
      payload: payloadOf(body),
      body,
      headers: incoming?.headers ?? report.headers,
      query,
      delivery: report.machine_delivery_id,
    });
  }

  /** Strangers can have as much rejected as they like; what came through the server it has limited. */
  #isToBeStored({ report }: Delivery): boolean {
    if (
      report.via !== 'http' ||
      (report.outcome !== 'rejected' && report.outcome !== 'duplicate')
    ) {
      return true;
    }
    const key = report.code === 'unknown_skill' ? '' : (report.skill ?? '');
    return this.#refusedLimit.take(key, this.#options.clock.now()) === 0;
  }

  #isQueueFull(): boolean {
    const queued = this.#options.store.all().filter(({ report }) => report.status === 'queued');
    return queued.length >= QUEUED_MAX;
  }

  #newId(): string {
    const { clock, host } = this.#options;
    const at = new Date(clock.now()).toISOString().slice(0, 19).replace(/[-:]/g, '');
    return `hook-${at.replace('T', '-')}-${host.token()}`;
  }
}

function reportOf(incoming: IncomingWebhook, id: string, decision: Decision): Delivery['report'] {
  const { headers } = incoming;
  return {
    machine_delivery_id: id,
    delivery: incoming.delivery,
    sender_delivery_id: senderDeliveryId(headers) ?? null,
    skill: incoming.skill,
    received_at: incoming.receivedAt,
    outcome: decision.outcome,
    reason: decision.reason,
    code: decision.code,
    http_status: decision.httpStatus,
    path: incoming.path.slice(0, TEXT_CHARS_MAX),
    address: incoming.address,
    user_agent: headers['user-agent']?.slice(0, TEXT_CHARS_MAX) ?? null,
    sender: senderName(headers) ?? null,
    headers: redactHeaders(headers),
    via: incoming.via,
    machine_job_id: null,
    content_type: headers['content-type'] ?? null,
    body_bytes: incoming.body?.length ?? 0,
  };
}
