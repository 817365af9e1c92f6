import type { Clock } from '../../base/time/clock.ts';
import type { LiveOutput } from '../../contract/record/job.ts';
import type { Scrub } from '../secrets/scrub.ts';
import type { Feed, FeedPart } from '../sync/feed.ts';
import { hasEnded } from './job-state.ts';
import type { JobStore } from './job-store.ts';
import { truncateText } from './truncate-text.ts';

/** How often the output of a watched job is looked at. */
const POLL_MS = 3_000;

const TEXT_BYTES_MAX = 64 * 1024;

type Stream = LiveOutput['stream'];

interface Watch {
  readonly id: string;
  readonly stream: Stream;
  readonly untilMs: number;
  readonly told: string | undefined;
}

export interface LiveOutputOptions {
  readonly clock: Clock;
  readonly store: JobStore;
  readonly scrub: () => Promise<Scrub>;
  /** Called when it is time to look. */
  readonly changed: () => void;
}

/** Streams the end of the output of watched jobs to the cloud, until their time is up or they end. */
export class LiveOutputs implements Feed {
  readonly #options: LiveOutputOptions;
  readonly #watches = new Map<string, Watch>();
  #isDue = false;
  #stopTimer: (() => void) | undefined;

  constructor(options: LiveOutputOptions) {
    this.#options = options;
  }

  /** Watches one stream of a job until `untilMs`; asked again, for as long as the later wish. */
  watch(id: string, stream: Stream, untilMs: number): void {
    this.#watches.set(`${id} ${stream}`, { id, stream, untilMs, told: undefined });
    this.#due();
  }

  /** Ends every watch. */
  stop(): void {
    this.#watches.clear();
    this.#stopTimer?.();
  }

  async collect(): Promise<FeedPart | null> {
    if (!this.#isDue) return null;
    this.#isDue = false;
    const outputs: LiveOutput[] = [];
    const told: [string, Watch][] = [];
    for (const [key, watch] of this.#watches) {
      if (this.#isEnded(watch)) this.#watches.delete(key);
      const text = await this.#text(watch);
      if (text === null || text === watch.told) continue;
      const at = new Date(this.#options.clock.now()).toISOString();
      outputs.push({ machine_job_id: watch.id, stream: watch.stream, text, at });
      told.push([key, { ...watch, told: text }]);
    }
    this.#lookLater();
    if (outputs.length === 0) return null;
    const acknowledge = () => {
      for (const [key, watch] of told) {
        if (this.#watches.get(key)?.untilMs === watch.untilMs) this.#watches.set(key, watch);
      }
    };
    return { part: { outputs }, acknowledge };
  }

  #due(): void {
    this.#isDue = true;
    this.#options.changed();
  }

  #lookLater(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    if (this.#watches.size === 0) return;
    this.#stopTimer = this.#options.clock.after(POLL_MS, () => this.#due());
  }

  #isEnded({ id, untilMs }: Watch): boolean {
    const job = this.#options.store.get(id);
    return job === undefined || hasEnded(job.report.status) || this.#options.clock.now() >= untilMs;
  }

  /** The end of the stream, scrubbed; null where the job has written none. */
  async #text({ id, stream }: Watch): Promise<string | null> {
    const files = this.#options.store.files(id);
    const slice = await files.slice(stream, 'end', TEXT_BYTES_MAX).catch(() => null);
    if (slice === null) return null;
    const scrub = await this.#options.scrub();
    return truncateText(slice.content, { keep: 'end', bytesMax: TEXT_BYTES_MAX, scrub }).content;
  }
}
