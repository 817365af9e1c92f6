import { stringifyJson } from '../../base/json/lossless.ts';
import { type JsonObject, membersOf } from '../../base/json/object.ts';
import type { Clock } from '../../base/time/clock.ts';
import { isReadable } from '../../client/catalogue/readable-schema.ts';
import { Failure } from '../../contract/failure.ts';
import type { HostedServer } from '../upstream/hosted-server.ts';
import { headerAnnotationError } from '../upstream/mcp-headers.ts';
import { createSeenTools } from './seen-tools.ts';
import { readCachedTools, writeCachedTools } from './tool-cache.ts';
import type { ToolDescription } from './tool-description.ts';
import { builtInTools, fetchTools } from './tool-sources.ts';

interface ToolListOptions {
  readonly hosted: HostedServer;
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly cacheFolder: string;
  /** Called when the service's list differs from the one that the assistant has. */
  readonly onChange: () => void;
  readonly log: (event: string, facts?: JsonObject) => void;
}

interface KnownTools {
  readonly tools: readonly unknown[];
  /** The first of each name. */
  readonly byName: ReadonlyMap<unknown, unknown>;
  /** The same as JSON, by which two lists are compared. */
  readonly text: string;
  /** Whether the service described them, now or for an earlier bridge; else they are this program's own. */
  readonly isOfService: boolean;
}

/** How a fetch of the service's list ended. */
type FetchOutcome = 'fetched' | 'unavailable' | 'refused';

/** How long the service's list is waited for: the person waits meanwhile for the assistant to start. */
const FETCH_MS = 1000;
const FIRST_RETRY_MS = 2000;
/** An unavailable service is found again soon; one that refuses is not asked again and again. */
const LONGEST_RETRY_MS = { unavailable: 30_000, refused: 300_000 };
const REFRESH_MS = 300_000;
const TOO_LARGE = 'its input schema has more than 256 KiB';

/** The tools that the service offers this key, refreshed now and then. */
export class ToolList {
  readonly #options: ToolListOptions;
  #last: KnownTools | undefined;
  readonly #seen = createSeenTools();
  /** The text of the list that the assistant has. */
  #listedText: string | undefined;
  #fetching: Promise<FetchOutcome> | undefined;
  #checking: Promise<void> | undefined;
  #stopTimer = (): void => {};
  #failures = 0;
  #isStopped = false;

  constructor(options: ToolListOptions) {
    this.#options = options;
  }

  /** For the assistant: the service's list if it comes within a second, else the cached or built-in one. */
  async all(): Promise<readonly unknown[]> {
    const outcome = await this.#withinLimit(this.#fetch());
    this.#last ??= await this.#cachedOrBuiltIn();
    this.#listedText = this.#last.text;
    if (outcome === undefined) void this.#checkForChange();
    // After earlier failures the next check is already scheduled.
    else if (outcome === 'fetched' || this.#failures === 0) this.#scheduleCheck(outcome);
    return this.#last.tools;
  }

  /** The tool of this name in the last list; undefined where there is none. */
  known(name: string): unknown {
    return this.#last?.byName.get(name);
  }

  /** Whether the service has described the known tools, so that a change in them is its doing. */
  get isOfService(): boolean {
    return this.#last?.isOfService === true;
  }

  /** Each tool by its name, as the service described it first since this process began. */
  get firstSeen(): ReadonlyMap<string, ToolDescription> {
    return this.#seen.first;
  }

  /** Checks now whether the list has changed, and waits for that for at most a second. Never rejects. */
  async refresh(): Promise<void> {
    await this.#withinLimit(this.#checkForChange());
    try {
      this.#last ??= await this.#cachedOrBuiltIn();
    } catch (error) {
      this.#options.log('no tools', { error: String(error) });
    }
  }

  /** Ends the checks for changes. */
  stop(): void {
    this.#isStopped = true;
    this.#stopTimer();
  }

  async #withinLimit<T>(work: Promise<T>): Promise<T | undefined> {
    const late = Promise.withResolvers<undefined>();
    const stop = this.#options.clock.after(FETCH_MS, () => late.resolve(undefined));
    const done = await Promise.race([work, late.promise]);
    stop();
    return done;
  }

  #fetch(): Promise<FetchOutcome> {
    this.#fetching ??= this.#fetchOnce().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  /** Fetches the service's list and keeps it; after a failure the last one stays. */
  async #fetchOnce(): Promise<FetchOutcome> {
    const { cacheFolder, hosted, log } = this.#options;
    try {
      const all = await fetchTools(hosted);
      if (all === undefined) return 'refused';
      const tools = this.#usable(all);
      const known = this.#ofService(tools);
      if (known === undefined) {
        log('list refused', {
          what: 'the service has named too many tools since this process began',
        });
        return 'refused';
      }
      this.#last = known;
      await writeCachedTools({ folder: cacheFolder, ...(await hosted.identity()) }, tools);
      return 'fetched';
    } catch (error) {
      log('no live list', { error: String(error) });
      return isUnavailable(error) ? 'unavailable' : 'refused';
    }
  }

  /** Never rejects: nobody waits for most checks, and a rejection without a taker ends the process. */
  #checkForChange(): Promise<void> {
    this.#checking ??= this.#compare()
      .catch((error) => this.#options.log('check failed', { error: String(error) }))
      .finally(() => {
        this.#checking = undefined;
      });
    return this.#checking;
  }

  /** Compares the service's list with the one that the assistant has, and schedules the next check. */
  async #compare(): Promise<void> {
    const outcome = await this.#fetch();
    const text = outcome === 'fetched' ? this.#last?.text : this.#listedText;
    if (this.#listedText !== undefined && text !== this.#listedText) this.#options.onChange();
    if (this.#listedText !== undefined) this.#listedText = text;
    this.#scheduleCheck(outcome);
  }

  #scheduleCheck(outcome: FetchOutcome): void {
    if (this.#isStopped) return;
    const { clock, random } = this.#options;
    this.#failures = outcome === 'fetched' ? 0 : this.#failures + 1;
    const delayMs = refreshDelayMs(outcome, this.#failures, random());
    this.#stopTimer();
    this.#stopTimer = clock.after(delayMs, () => void this.#checkForChange());
  }

  /** Without those that no call can be made of, or no assistant could read. */
  #usable(tools: readonly unknown[]): readonly unknown[] {
    return tools.filter((tool) => {
      const { inputSchema, name } = membersOf(tool);
      const mistake = isReadable(inputSchema) ? headerAnnotationError(tool) : TOO_LARGE;
      if (mistake !== undefined) this.#options.log('tool left out', { name, mistake });
      return mistake === undefined;
    });
  }

  /** Undefined where there would be too many to keep in mind. */
  #ofService(tools: readonly unknown[]): KnownTools | undefined {
    return this.#seen.add(tools) ? knownTools(tools, { isOfService: true }) : undefined;
  }

  async #cachedOrBuiltIn(): Promise<KnownTools> {
    const { cacheFolder, hosted } = this.#options;
    const identity = await hosted.identity().catch(() => undefined);
    const cached = identity && (await readCachedTools({ folder: cacheFolder, ...identity }));
    const known = cached && this.#ofService(this.#usable(cached));
    return known ?? knownTools(await builtInTools(), { isOfService: false });
  }
}

/**
 * When the list is checked again, in milliseconds: five minutes after it was fetched, with up to a
 * tenth more so that many bridges do not come at once; after failures 2, 4, 8 … seconds.
 */
export function refreshDelayMs(outcome: FetchOutcome, failures: number, random: number): number {
  const delayMs =
    outcome === 'fetched'
      ? REFRESH_MS
      : Math.min(LONGEST_RETRY_MS[outcome], FIRST_RETRY_MS * 2 ** (failures - 1));
  return Math.round(delayMs * (1 + random / 10));
}

function knownTools(
  tools: readonly unknown[],
  { isOfService }: Pick<KnownTools, 'isOfService'>,
): KnownTools {
  const byName = new Map(tools.toReversed().map((tool) => [membersOf(tool)['name'], tool]));
  return { tools, byName, text: stringifyJson(tools), isOfService };
}

/** Whether the service may be back soon: no connection, too many requests, or an error of its own. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Failure)) return false;
  const { status = 0 } = error.facts;
  return error.kind === 'network' || status === 429 || status >= 500;
}
