import { stringifyJson } from '../../base/json/lossless.ts';
import { type JsonObject, membersOf } from '../../base/json/object.ts';
import type { Clock } from '../../base/time/clock.ts';
import { Failure } from '../../contract/failure.ts';
import type { HostedServer } from '../upstream/hosted-server.ts';
import { headerAnnotationError } from '../upstream/mcp-headers.ts';
import { builtInTools } from './built-in-tools.ts';
import { type FetchOutcome, refreshDelayMs } from './next-look.ts';
import { readCachedTools, writeCachedTools } from './tool-cache.ts';
import { fetchTools } from './tool-sources.ts';

export interface ToolListOptions {
  readonly hosted: HostedServer;
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly cacheFolder: string;
  /** Told when the live list differs from what was given out. */
  readonly onChange: () => void;
  readonly log: (event: string, facts?: JsonObject) => void;
}

interface KnownTools {
  readonly tools: readonly unknown[];
  /** By which two lists are told apart. */
  readonly text: string;
}

/** How long the live list is waited for: an assistant that starts waits for it with its person. */
const LIVE_MS = 1000;

/** The tools that the service offers this key. */
export class ToolList {
  readonly #options: ToolListOptions;
  #last: KnownTools | undefined;
  /** The text of what was given out. */
  #given: string | undefined;
  #fetching: Promise<FetchOutcome> | undefined;
  #watching: Promise<void> | undefined;
  #stopTimer = (): void => {};
  #failures = 0;
  #isStopped = false;

  constructor(options: ToolListOptions) {
    this.#options = options;
  }

  /** For the assistant: the live list where it comes at once, else the last good or built-in one. */
  async all(): Promise<readonly unknown[]> {
    const look = await this.#soon(this.#live());
    this.#last ??= await this.#lastGood();
    this.#given = this.#last.text;
    if (look === undefined) void this.#watch();
    // After a failure the next look is due already.
    else if (look === 'seen' || this.#failures === 0) this.#lookLater(look);
    return this.#last.tools;
  }

  /** A tool of the list last known; undefined where there is none of that name. */
  known(name: string): unknown {
    return this.#last?.tools.find((tool) => membersOf(tool)['name'] === name);
  }

  /** Looks now whether what was given out still holds, and waits for that for at most a second. */
  async refresh(): Promise<void> {
    await this.#soon(this.#watch());
    this.#last ??= await this.#lastGood();
  }

  /** Ends looking for changes. */
  stop(): void {
    this.#isStopped = true;
    this.#stopTimer();
  }

  async #soon<T>(work: Promise<T>): Promise<T | undefined> {
    const late = Promise.withResolvers<undefined>();
    const stop = this.#options.clock.after(LIVE_MS, () => late.resolve(undefined));
    const done = await Promise.race([work, late.promise]);
    stop();
    return done;
  }

  #live(): Promise<FetchOutcome> {
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  /** Keeps the live list; whatever goes wrong with it, what was known before still is. */
  async #fetch(): Promise<FetchOutcome> {
    const { cacheFolder, hosted, log } = this.#options;
    try {
      const all = await fetchTools(hosted);
      if (all === undefined) return 'refused';
      const tools = all.filter((tool) => {
        const mistake = headerAnnotationError(tool);
        const { name } = membersOf(tool);
        if (mistake !== undefined) log('tool left out', { name, mistake });
        return mistake === undefined;
      });
      this.#last = knownTools(tools);
      await writeCachedTools({ folder: cacheFolder, ...(await hosted.identity()) }, tools);
      return 'seen';
    } catch (error) {
      log('no live list', { error: String(error) });
      return isUnavailable(error) ? 'away' : 'refused';
    }
  }

  /** Compares what was given out with what is there, and goes on looking now and then. */
  #watch(): Promise<void> {
    this.#watching ??= this.#compare().finally(() => {
      this.#watching = undefined;
    });
    return this.#watching;
  }

  async #compare(): Promise<void> {
    const look = await this.#live();
    const text = look === 'seen' ? this.#last?.text : this.#given;
    if (this.#given !== undefined && text !== this.#given) this.#options.onChange();
    if (this.#given !== undefined) this.#given = text;
    this.#lookLater(look);
  }

  #lookLater(look: FetchOutcome): void {
    if (this.#isStopped) return;
    const { clock, random } = this.#options;
    this.#failures = look === 'seen' ? 0 : this.#failures + 1;
    const delayMs = refreshDelayMs(look, this.#failures, random());
    this.#stopTimer();
    this.#stopTimer = clock.after(delayMs, () => void this.#watch());
  }

  async #lastGood(): Promise<KnownTools> {
    const { cacheFolder, hosted } = this.#options;
    const identity = await hosted.identity().catch(() => undefined);
    const cached = identity && (await readCachedTools({ folder: cacheFolder, ...identity }));
    return knownTools(cached ?? (await builtInTools()));
  }
}

function knownTools(tools: readonly unknown[]): KnownTools {
  return { tools, text: stringifyJson(tools) };
}

/** Whether the service may be back soon, where it has not said no for longer. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Failure)) return false;
  const { status = 0 } = error.facts;
  return error.kind === 'network' || status === 429 || status >= 500;
}
