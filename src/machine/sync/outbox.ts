import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../base/time/clock.ts';
import type { MachineReport } from '../../contract/record/machine.ts';
import type { CommandResult, SyncRequest } from '../../contract/sync.ts';
import type { Job } from '../jobs/job.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { Scrub } from '../secrets/scrub.ts';
import { scrubRecord } from '../secrets/scrub-record.ts';
import type { Feed, FeedPart } from './feed.ts';

/** About the size of one sync; what does not fit is sent with the next one. */
const SYNC_BYTES = 256 * 1024;

/** The content of one sync, and what is acknowledged by its response. */
export interface SyncBatch {
  readonly request: SyncRequest;
  /** Undefined where the machine could not make its report. */
  readonly report: MachineReport | undefined;
  readonly jobs: readonly Job[];
  readonly results: readonly CommandResult[];
  readonly parts: readonly FeedPart[];
}

/** The commands as the syncs report them. */
export interface CommandSource {
  /** Ids of the commands that run, and of those whose results the server has not acknowledged. */
  holding(): readonly string[];
  results(): readonly CommandResult[];
  acknowledge(results: readonly CommandResult[]): void;
}

interface OutboxOptions {
  readonly clock: Clock;
  readonly store: JobStore;
  readonly commands: CommandSource;
  readonly feeds: readonly Feed[];
  readonly report: () => Promise<MachineReport>;
  readonly scrub: () => Promise<Scrub>;
  readonly log: { write(message: string): void };
}

/** Collects what the server does not have yet, and keeps it until the server responded to a sync with it. */
export class Outbox {
  readonly #options: OutboxOptions;
  #reported: MachineReport | undefined;
  /** Events that did not fit into the last collected sync. */
  #left = 0;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** A sync with nothing new. */
  emptyRequest(): SyncRequest {
    return {
      sent_at: new Date(this.#options.clock.now()).toISOString(),
      wait_seconds: 0,
      jobs: [],
      holding: this.#options.commands.holding(),
      results: [],
      events_waiting: this.#left,
    };
  }

  /** Everything that is new, scrubbed; undefined where that is nothing, unless `always`. */
  async collect(how: { readonly always: true }): Promise<SyncBatch>;
  async collect(how: { readonly always: boolean }): Promise<SyncBatch | undefined>;
  async collect(how: { readonly always: boolean }): Promise<SyncBatch | undefined> {
    const { commands, store } = this.#options;
    const report = await this.#report();
    const scrub = await this.#options.scrub();
    const isNew = report !== undefined && !isDeepStrictEqual(report, this.#reported);
    const unreported = { results: commands.results(), jobs: store.unreported() };
    const results = firstThatFit(unreported.results);
    const jobs = firstThatFit(unreported.jobs);
    const collected = await Promise.all(this.#options.feeds.map((feed) => feed.collect()));
    const parts = collected.filter((part) => part !== undefined);
    const isNothing = results.length + jobs.length + parts.length === 0;
    if (!isNew && isNothing && !how.always) return undefined;
    const reports = await Promise.all(jobs.map((job) => this.#withArtifacts(job)));
    this.#left = sumOf([
      unreported.results.length - results.length,
      unreported.jobs.length - jobs.length,
      ...parts.map(({ left = 0 }) => left),
    ]);
    const empty = this.emptyRequest();
    const finished = new Set(results.map(({ command }) => command));
    const request = {
      ...empty,
      holding: empty.holding.filter((command) => !finished.has(command)),
      ...(isNew ? { report: scrubRecord(report, scrub) } : {}),
      ...Object.assign({}, ...parts.map(({ part }) => part)),
      jobs: scrubRecord(reports, scrub),
      results: results.map((result) => ({
        ...result,
        error: scrubRecord(result.error, scrub),
        result: scrubRecord(result.result, scrub),
      })),
    };
    return { request, report, jobs, results, parts };
  }

  /** The server responded to the sync with this batch. */
  acknowledge(batch: SyncBatch): void {
    this.#reported = batch.report ?? this.#reported;
    this.#options.store.acknowledge(batch.jobs);
    this.#options.commands.acknowledge(batch.results);
    for (const part of batch.parts) part.acknowledge();
  }

  /** Sends the whole report again with the next sync. */
  forgetReport(): void {
    this.#reported = undefined;
  }

  /** The present report; where it cannot be made, jobs and results are still sent. */
  async #report(): Promise<MachineReport | undefined> {
    try {
      return await this.#options.report();
    } catch (error) {
      this.#options.log.write(`the machine's report cannot be made: ${String(error)}`);
      return undefined;
    }
  }

  async #withArtifacts(job: Job): Promise<SyncRequest['jobs'][number]> {
    const artifacts = await this.#options.store.files(job.report.machine_job_id).artifacts();
    return { ...job.report, artifacts };
  }
}

/** The first items, at least one, that fit into one sync. */
function firstThatFit<Item>(items: readonly Item[]): readonly Item[] {
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
