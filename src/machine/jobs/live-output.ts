import type { Clock } from '../../base/time/clock.ts';
import type { LiveOutput } from '../../contract/record/job.ts';
import type { Scrub } from '../secrets/scrub.ts';
import type { Feed, FeedPart } from '../sync/feed.ts';
import { hasEnded } from './job-state.ts';
import type { JobStore } from './job-store.ts';
import { truncateText } from './truncate-text.ts';

/** How often the output of a watched job is read. */
const POLL_MS = 3_000;

const TEXT_BYTES_MAX = 64 * 1024;

type Stream = LiveOutput['stream'];

interface Watch {
  readonly id: string;
  readonly stream: Stream;
  /** Cancels the timer that ends it. */
  readonly stop: () => void;
  readonly sentText: string | undefined;
}

interface LiveOutputOptions {
  readonly clock: Clock;
  readonly store: JobStore;
  readonly scrub: () => Promise<Scrub>;
  /** Called when it is time to collect. */
  readonly changed: () => void;
}

/** Sends the end of the output of watched jobs with the syncs, until the watch expires or the job ends. */
export class LiveOutputs implements Feed {
  readonly #options: LiveOutputOptions;
  readonly #watches = new Map<string, Watch>();
  #isDue = false;
  #stopTimer: (() => void) | undefined;

  constructor(options: LiveOutputOptions) {
    this.#options = options;
  }

  /** Watches one stream of a job for so long, whatever the clock is set to; a later call replaces the time. */
  watch(id: string, stream: Stream, forMs: number): void {
    const key = `${id} ${stream}`;
    this.#end(key);
    const stop = this.#options.clock.after(forMs, () => this.#end(key));
    this.#watches.set(key, { id, stream, stop, sentText: undefined });
    this.#due();
  }

  /** Ends every watch. */
  stop(): void {
    for (const key of this.#watches.keys()) this.#end(key);
    this.#stopTimer?.();
  }

  async collect(): Promise<FeedPart | undefined> {
    if (!this.#isDue) return undefined;
    this.#isDue = false;
    const outputs: LiveOutput[] = [];
    const sent: [string, Watch][] = [];
    for (const [key, watch] of this.#watches) {
      if (this.#hasJobEnded(watch)) this.#end(key);
      const text = await this.#text(watch);
      if (text === undefined || text === watch.sentText) continue;
      const at = new Date(this.#options.clock.now()).toISOString();
      outputs.push({ machine_job_id: watch.id, stream: watch.stream, text, at });
      sent.push([key, { ...watch, sentText: text }]);
    }
    this.#collectLater();
    if (outputs.length === 0) return undefined;
    const acknowledge = () => {
      for (const [key, watch] of sent) {
        if (this.#watches.get(key)?.stop === watch.stop) this.#watches.set(key, watch);
      }
    };
    return { part: { outputs }, acknowledge };
  }

  #end(key: string): void {
    this.#watches.get(key)?.stop();
    this.#watches.delete(key);
  }

  #due(): void {
    this.#isDue = true;
    this.#options.changed();
  }

  #collectLater(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    if (this.#watches.size === 0) return;
    this.#stopTimer = this.#options.clock.after(POLL_MS, () => this.#due());
  }

  #hasJobEnded({ id }: Watch): boolean {
    const job = this.#options.store.get(id);
    return job === undefined || hasEnded(job.report.status);
  }

  /** The end of the stream, scrubbed; undefined where the job has written none. */
  async #text({ id, stream }: Watch): Promise<string | undefined> {
    const files = this.#options.store.files(id);
    const slice = await files.slice(stream, 'end', TEXT_BYTES_MAX).catch(() => undefined);
    if (slice === undefined) return undefined;
    const scrub = await this.#options.scrub();
    return truncateText(slice.content, { keep: 'end', bytesMax: TEXT_BYTES_MAX, scrub }).content;
  }
}
