import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../base/disk/replace-file.ts';
import { isMissing } from '../../base/errors.ts';
import type { Delivery } from './delivery-record.ts';
import { type DeliveryMarks, idMark, KnownDeliveries } from './known-deliveries.ts';
import { loadDeliveries } from './load-deliveries.ts';
import { isFull, surplusOf } from './surplus-deliveries.ts';

interface DeliveryStoreOptions {
  readonly folder: string;
  /** The file of what is recognised after its delivery was removed. */
  readonly known: string;
  readonly log: { write(message: string): void };
  /** Called after a delivery was stored that the server does not have. */
  readonly changed: () => void;
}

/** The webhooks that this machine received: in memory, and on disk in two files each. */
export class DeliveryStore {
  readonly #options: DeliveryStoreOptions;
  readonly #deliveries = new Map<string, Delivery>();
  /** The ids of those whose body is on disk. */
  readonly #bodies = new Set<string>();
  /** How much there is of each without its body. */
  readonly #chars = new Map<string, number>();
  #pruning: Promise<void> = Promise.resolve();
  /** What was accepted or skipped once, also of deliveries that are not kept any more. */
  readonly known: KnownDeliveries;

  constructor(options: DeliveryStoreOptions) {
    this.#options = options;
    this.known = new KnownDeliveries(options.known);
  }

  /** Reads what is on disk (`loadDeliveries`), and removes what is not kept any more. */
  async load(): Promise<void> {
    const { folder, log } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const read = await loadDeliveries(folder, log);
    await this.known.load();
    for (const delivery of read) {
      this.#set(delivery);
      this.#remember(delivery);
    }
    await this.#readBodyNames();
    await this.#prune();
  }

  get(id: string): Delivery | undefined {
    return this.#deliveries.get(id);
  }

  /** Oldest first. */
  all(): readonly Delivery[] {
    return [...this.#deliveries.values()];
  }

  /** Stores a delivery; it and its body are on disk when this resolves. */
  async put(delivery: Delivery, body?: Buffer): Promise<void> {
    const id = delivery.report.machine_delivery_id;
    const before = this.#deliveries.get(id);
    const text = this.#set(delivery);
    try {
      if (body !== undefined) {
        await replaceFile(this.#path(id, 'body'), body, { mode: 0o600 });
        this.#bodies.add(id);
      }
      await replaceFile(this.#path(id, 'json'), `${text}\n`, { mode: 0o600 });
    } catch (error) {
      if (before === undefined) this.#forget(id);
      else this.#set(before);
      throw error;
    }
    this.#remember(delivery);
    await this.#prune();
    if (delivery.settled && !delivery.reported) this.#options.changed();
  }

  /** The body byte for byte; undefined where none was stored. */
  async body(id: string): Promise<Buffer | undefined> {
    try {
      return await readFile(this.#path(id, 'body'));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Settled deliveries that the server does not have, oldest first. */
  unreported(): readonly Delivery[] {
    return this.all().filter(({ settled, reported }) => settled && !reported);
  }

  /** Marks these as reported, and removes the oldest ones beyond the number that is kept. */
  async acknowledge(sent: readonly Delivery[]): Promise<void> {
    const same = sent.filter(
      (delivery) => this.get(delivery.report.machine_delivery_id) === delivery,
    );
    await Promise.all(same.map((delivery) => this.put({ ...delivery, reported: true })));
  }

  /** Whether so much waits for the server that no other webhook is to be taken. */
  isFull(): boolean {
    return isFull(this.#stored());
  }

  /** One after the other: each looks at what the one before it has left. Never rejects. */
  #prune(): Promise<void> {
    const { log } = this.#options;
    this.#pruning = this.#pruning
      .then(() => this.#removeSurplus())
      .catch((error: unknown) => log.write(`old deliveries cannot be removed: ${String(error)}`));
    return this.#pruning;
  }

  async #removeSurplus(): Promise<void> {
    const { remove, stripBody } = surplusOf(this.#stored());
    await this.known.keep(remove.filter(isRemembered).map(marksOfDelivery));
    for (const { report } of remove) await this.#remove(report.machine_delivery_id);
    for (const { report } of stripBody) await this.#removeBody(report.machine_delivery_id);
  }

  #stored() {
    return this.all().map((delivery) => {
      const { machine_delivery_id: id, body_bytes: bytes } = delivery.report;
      const reportChars = this.#chars.get(id) ?? 0;
      return { delivery, reportChars, storedBytes: this.#bodies.has(id) ? bytes : 0 };
    });
  }

  /** Keeps a delivery in memory, and gives its text. */
  #set(delivery: Delivery): string {
    const text = JSON.stringify(delivery);
    const { machine_delivery_id: id } = delivery.report;
    this.#deliveries.set(id, delivery);
    this.#chars.set(id, text.length);
    return text;
  }

  #forget(id: string): void {
    this.#deliveries.delete(id);
    this.#chars.delete(id);
  }

  #remember(delivery: Delivery): void {
    if (isRemembered(delivery)) this.known.add(marksOfDelivery(delivery));
  }

  /**
   * Finds out which bodies there are. The body is written before the delivery: a body alone is from
   * a request that got no response, and is removed.
   */
  async #readBodyNames(): Promise<void> {
    const names = new Set(await readdir(this.#options.folder));
    for (const name of names) {
      const id = name.endsWith('.body') ? name.slice(0, -'.body'.length) : undefined;
      if (id === undefined) continue;
      if (names.has(`${id}.json`)) this.#bodies.add(id);
      else await rm(this.#path(id, 'body'));
    }
  }

  async #remove(id: string): Promise<void> {
    this.#forget(id);
    await rm(this.#path(id, 'json'), { force: true });
    await this.#removeBody(id);
  }

  async #removeBody(id: string): Promise<void> {
    this.#bodies.delete(id);
    await rm(this.#path(id, 'body'), { force: true });
  }

  #path(id: string, extension: 'json' | 'body'): string {
    return join(this.#options.folder, `${id}.${extension}`);
  }
}

/** A duplicate is known by the one before it; what was rejected may come again, signed. */
function isRemembered({ report: { outcome } }: Delivery): boolean {
  return outcome === 'accepted' || outcome === 'skipped';
}

function marksOfDelivery({ report, marks }: Delivery): DeliveryMarks {
  const { skill, sender_delivery_id: id } = report;
  return { skill: skill ?? '', marks: marks.length === 0 && id !== null ? [idMark(id)] : marks };
}
