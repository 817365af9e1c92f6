import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../base/time/clock.ts';
import type { MachineReport } from '../../contract/record/machine.ts';
import type { CommandResult, SyncRequest } from '../../contract/sync.ts';
import type { Job } from '../jobs/job.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { Scrub } from '../secrets/scrub.ts';
import { scrubRecord } from '../secrets/scrub-record.ts';
import type { Feed, FeedPart } from './feed.ts';

/** A sync carries about this much; what is left over goes with the next one. */
const SYNC_BYTES = 256 * 1024;

/** What one sync tells, and what is settled once it was answered. */
export interface SyncBatch {
  readonly request: SyncRequest;
  /** Undefined where the machine could not find out. */
  readonly report: MachineReport | undefined;
  readonly jobs: readonly Job[];
  readonly results: readonly CommandResult[];
  readonly parts: readonly FeedPart[];
}

/** What the commands' side has to tell. */
export interface CommandSource {
  /** Commands that run, and those whose results the cloud has not acknowledged. */
  holding(): readonly string[];
  results(): readonly CommandResult[];
  acknowledge(results: readonly CommandResult[]): void;
}

export interface OutboxOptions {
  readonly clock: Clock;
  readonly store: JobStore;
  readonly desk: CommandSource;
  readonly feeds: readonly Feed[];
  readonly report: () => Promise<MachineReport>;
  readonly scrub: () => Promise<Scrub>;
  readonly log: { write(message: string): void };
}

/** Collects what the cloud does not know yet, and forgets it only when a sync was answered. */
export class Outbox {
  readonly #options: OutboxOptions;
  #reported: MachineReport | undefined;
  /** Events that the last collected sync could not carry. */
  #left = 0;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** A sync without news. */
  nothing(): SyncRequest {
    return {
      sent_at: new Date(this.#options.clock.now()).toISOString(),
      wait_seconds: 0,
      jobs: [],
      holding: this.#options.desk.holding(),
      results: [],
      events_waiting: this.#left,
    };
  }

  /** Everything there is to tell, scrubbed; null where there is nothing, unless `always`. */
  async collect(how: { readonly always: true }): Promise<SyncBatch>;
  async collect(how: { readonly always: boolean }): Promise<SyncBatch | null>;
  async collect(how: { readonly always: boolean }): Promise<SyncBatch | null> {
    const { desk, store } = this.#options;
    const report = await this.#report();
    const scrub = await this.#options.scrub();
    const isNew = report !== undefined && !isDeepStrictEqual(report, this.#reported);
    const unreported = { results: desk.results(), jobs: store.unreported() };
    const results = takeWhileSmall(unreported.results);
    const jobs = takeWhileSmall(unreported.jobs);
    const fed = await Promise.all(this.#options.feeds.map((feed) => feed.collect()));
    const parts = fed.filter((part) => part !== null);
    const isNothing = results.length + jobs.length + parts.length === 0;
    if (!isNew && isNothing && !how.always) return null;
    const told = await Promise.all(jobs.map((job) => this.#withArtifacts(job)));
    this.#left = sumOf([
      unreported.results.length - results.length,
      unreported.jobs.length - jobs.length,
      ...parts.map(({ left = 0 }) => left),
    ]);
    const nothing = this.nothing();
    const finished = new Set(results.map(({ command }) => command));
    const request = {
      ...nothing,
      holding: nothing.holding.filter((command) => !finished.has(command)),
      ...(isNew ? { report: scrubRecord(report, scrub) } : {}),
      ...Object.assign({}, ...parts.map(({ part }) => part)),
      jobs: scrubRecord(told, scrub),
      results: results.map((result) => ({
        ...result,
        error: scrubRecord(result.error, scrub),
        result: scrubRecord(result.result, scrub),
      })),
    };
    return { request, report, jobs, results, parts };
  }

  /** A sync with this news was answered. */
  acknowledge(news: SyncBatch): void {
    this.#reported = news.report ?? this.#reported;
    this.#options.store.acknowledge(news.jobs);
    this.#options.desk.acknowledge(news.results);
    for (const part of news.parts) part.acknowledge();
  }

  /** Tells the whole report again with the next sync. */
  forgetReport(): void {
    this.#reported = undefined;
  }

  /** The report of now; where it cannot be made, jobs and results are told all the same. */
  async #report(): Promise<MachineReport | undefined> {
    try {
      return await this.#options.report();
    } catch (error) {
      this.#options.log.write(`the machine cannot report on itself: ${String(error)}`);
      return undefined;
    }
  }

  async #withArtifacts(job: Job): Promise<SyncRequest['jobs'][number]> {
    const artifacts = await this.#options.store.files(job.report.machine_job_id).artifacts();
    return { ...job.report, artifacts };
  }
}

/** The first items, at least one, that make up a sync of the usual size. */
function takeWhileSmall<Item>(items: readonly Item[]): readonly Item[] {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += JSON.stringify(item).length;
    return bytes > SYNC_BYTES;
  });
  return end < 0 ? items : items.slice(0, Math.max(1, end));
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
