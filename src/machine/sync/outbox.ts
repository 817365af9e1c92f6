import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../base/time/clock.ts';
import type { MachineReport } from '../../contract/record/machine.ts';
import type { CommandResult, SyncRequest } from '../../contract/sync.ts';
import type { Job } from '../jobs/job.ts';
import type { JobStore } from '../jobs/job-store.ts';
import { fitReport } from '../report/fit-report.ts';
import type { Scrub } from '../secrets/scrub.ts';
import { scrubRecord } from '../secrets/scrub-record.ts';
import type { Feed, FeedPart } from './feed.ts';

/** About the size of one sync; what does not fit is sent with the next one. */
const SYNC_BYTES = 256 * 1024;

/** So many commands, results or jobs one sync names; the reference server refuses more than 500 jobs. */
const NAMED_MAX = 200;

/** Of a report; the reference server takes a sync of 8 MiB. Where less was refused, so much at least is tried. */
const REPORT_BYTES_MAX = 4 * 1024 * 1024;
const BYTES_MAX_LEAST = 32 * 1024;

const UNTOLD_CHARS_MAX = 1000;

/** The content of one sync, and what is acknowledged by its response. */
export interface SyncBatch {
  readonly request: SyncRequest;
  /** Undefined where there is no new one. */
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
  /** What a report, and where one was refused a sync, has at most. */
  #bytesMax = REPORT_BYTES_MAX;
  #untold = '';

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** A sync with nothing new. */
  emptyRequest(): SyncRequest {
    return {
      sent_at: new Date(this.#options.clock.now()).toISOString(),
      wait_seconds: 0,
      jobs: [],
      // Those that are not named come again, and are known.
      holding: this.#options.commands.holding().slice(0, NAMED_MAX),
      results: [],
      events_waiting: this.#left,
    };
  }

  /** Everything that is new, scrubbed; undefined where that is nothing, unless `always`. */
  async collect(how: { readonly always: true }): Promise<SyncBatch>;
  async collect(how: { readonly always: boolean }): Promise<SyncBatch | undefined>;
  async collect(how: { readonly always: boolean }): Promise<SyncBatch | undefined> {
    const { commands, store } = this.#options;
    const scrub = await this.#options.scrub();
    const news = await this.#newReport(scrub);
    const unreported = { results: commands.results(), jobs: store.unreported() };
    // Once a sync was refused for its size, one kind at a time.
    const isWhole = this.#bytesMax === REPORT_BYTES_MAX;
    const isReportAlone = news !== undefined && !isWhole;
    const bytesMax = Math.min(SYNC_BYTES, Math.floor(this.#bytesMax / 2));
    const results = isReportAlone ? [] : firstThatFit(unreported.results, bytesMax);
    const jobs = isReportAlone ? [] : firstThatFit(unreported.jobs, bytesMax);
    const isFirst = isWhole || (!isReportAlone && results.length + jobs.length === 0);
    const parts = isFirst ? await this.#parts() : [];
    const isNothing = results.length + jobs.length + parts.length === 0;
    if (news === undefined && isNothing && !how.always) return undefined;
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
      ...(news === undefined ? {} : { report: news.sent }),
      ...Object.assign({}, ...parts.map(({ part }) => part)),
      jobs: scrubRecord(reports, scrub),
      results: results.map((result) => this.#resultToSend(result, scrub)),
    };
    return { request, report: news?.report, jobs, results, parts };
  }

  /** The server does not take this batch for its size: the next ones are smaller. */
  shrink({ request }: SyncBatch): void {
    const bytes = bytesOf(request);
    const half = Math.floor(Math.min(bytes, this.#bytesMax) / 2);
    this.#bytesMax = Math.max(BYTES_MAX_LEAST, half);
    const sizes = Object.entries(request).map(([name, part]) => [name, bytesOf(part)] as const);
    const [name, most] = sizes.reduce((a, b) => (b[1] > a[1] ? b : a));
    this.#options.log.write(
      `the server takes no sync of ${bytes} bytes, of which ${name} has ${most}: the next has ${this.#bytesMax} at most`,
    );
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
    this.#bytesMax = REPORT_BYTES_MAX;
  }

  /** The present report where it is new; where it cannot be made, jobs and results are still sent. */
  async #newReport(scrub: Scrub) {
    const { log } = this.#options;
    try {
      const report = await this.#options.report();
      if (isDeepStrictEqual(report, this.#reported)) return undefined;
      const { report: sent, untold } = fitReport(scrubRecord(report, scrub), this.#bytesMax);
      const words = untold.join('; ').slice(0, UNTOLD_CHARS_MAX);
      if (words !== this.#untold && words !== '') log.write(`not in the report: ${words}`);
      this.#untold = words;
      return { report, sent };
    } catch (error) {
      log.write(`the machine's report cannot be made: ${String(error)}`);
      return undefined;
    }
  }

  async #parts(): Promise<readonly FeedPart[]> {
    const bytesMax = Math.floor(this.#bytesMax / 2);
    const collected = await Promise.all(this.#options.feeds.map((feed) => feed.collect(bytesMax)));
    return collected.filter((part) => part !== undefined);
  }

  #resultToSend({ command, error, result }: CommandResult, scrub: Scrub): CommandResult {
    const sent = {
      command,
      error: scrubRecord(error, scrub),
      result: scrubRecord(result, scrub),
    };
    if (this.#bytesMax === REPORT_BYTES_MAX) return sent;
    const bytes = bytesOf(sent);
    if (bytes <= this.#bytesMax) return sent;
    const message = `the result has ${bytes} bytes, which is more than the server takes`;
    return { command, error: { code: 'too_large', message }, result: null };
  }

  async #withArtifacts(job: Job): Promise<SyncRequest['jobs'][number]> {
    const artifacts = await this.#options.store.files(job.report.machine_job_id).artifacts();
    return { ...job.report, artifacts };
  }
}

/** The first items, at least one and at most 200, that fit into so many bytes. */
function firstThatFit<Item>(items: readonly Item[], bytesMax: number): readonly Item[] {
  let bytes = 0;
  const end = items.slice(0, NAMED_MAX).findIndex((item) => {
    bytes += JSON.stringify(item).length;
    return bytes > bytesMax;
  });
  return items.slice(0, end < 0 ? NAMED_MAX : Math.max(1, end));
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}
