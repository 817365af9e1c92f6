import type { Clock } from '../contract/clock.ts';
import { Failure } from '../contract/failure.ts';
import { stringifyJson } from '../contract/lossless-json.ts';
import { modernMeta } from './era.ts';
import type { Hosted } from './hosted.ts';
import { membersOf } from './json-rpc.ts';
import { readCachedTools, writeCachedTools } from './tool-cache.ts';

export interface ToolListOptions {
  readonly hosted: Hosted;
  readonly clock: Clock;
  readonly cacheFolder: string;
  /** Told when the live list differs from what was given out. */
  readonly onChange: () => void;
}

/** How long the live list is waited for: an assistant that starts waits for it with its person. */
const LIVE_MS = 1000;
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 30_000;
const PAGES_MAX = 50;

/** The tools that the service offers this key. */
export class ToolList {
  readonly #options: ToolListOptions;
  #last: readonly unknown[] | undefined;
  /** What was given out, as text. */
  #given: string | undefined;
  #fetching: Promise<readonly unknown[] | undefined> | undefined;
  #stopRetry = (): void => {};
  #retryMs = FIRST_RETRY_MS;
  #isStopped = false;

  constructor(options: ToolListOptions) {
    this.#options = options;
  }

  /** The live list where it comes at once, else the last good one, else the built-in one. */
  async all(): Promise<readonly unknown[]> {
    const late = Promise.withResolvers<undefined>();
    const stop = this.#options.clock.after(LIVE_MS, () => late.resolve(undefined));
    const tools = await Promise.race([this.#live(), late.promise]);
    stop();
    if (tools !== undefined) {
      this.#given = stringifyJson(tools);
      return tools;
    }
    const last = await this.#lastGood();
    this.#last = last;
    this.#given = stringifyJson(last);
    this.#stopRetry();
    void this.#watch();
    return last;
  }

  /** A tool of the list last known; undefined where there is none of that name. */
  known(name: string): unknown {
    return this.#last?.find((tool) => membersOf(tool)['name'] === name);
  }

  /** Ends looking for changes. */
  stop(): void {
    this.#isStopped = true;
    this.#stopRetry();
  }

  #live(): Promise<readonly unknown[] | undefined> {
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  /** Undefined where the service does not give its list now. */
  async #fetch(): Promise<readonly unknown[] | undefined> {
    const { cacheFolder, hosted } = this.#options;
    try {
      const tools = await allPages(hosted);
      if (tools === undefined) return undefined;
      this.#last = tools;
      this.#retryMs = FIRST_RETRY_MS;
      await writeCachedTools({ folder: cacheFolder, ...(await hosted.identity()) }, tools);
      return tools;
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  }

  /** What was given out is compared with what comes late, as long as it takes to come. */
  async #watch(): Promise<void> {
    const tools = await this.#live();
    if (this.#isStopped) return;
    if (tools === undefined) {
      this.#stopRetry = this.#options.clock.after(this.#retryMs, () => void this.#watch());
      this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
      return;
    }
    const text = stringifyJson(tools);
    if (this.#given !== undefined && text !== this.#given) this.#options.onChange();
    this.#given = text;
  }

  async #lastGood(): Promise<readonly unknown[]> {
    if (this.#last !== undefined) return this.#last;
    const { cacheFolder, hosted } = this.#options;
    const identity = await hosted.identity().catch(() => undefined);
    const cached = identity && (await readCachedTools({ folder: cacheFolder, ...identity }));
    return cached ?? builtInTools();
  }
}

async function allPages(hosted: Hosted): Promise<readonly unknown[] | undefined> {
  const tools: unknown[] = [];
  let cursor: unknown;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await hosted.ask({
      method: 'tools/list',
      params: { ...(typeof cursor === 'string' ? { cursor } : {}), _meta: modernMeta() },
      isModern: true,
      operationClass: 'read',
      waitSeconds: 0,
    });
    if (answer.kind !== 'result' || !Array.isArray(answer.result['tools'])) return undefined;
    tools.push(...answer.result['tools']);
    cursor = answer.result['nextCursor'];
    if (typeof cursor !== 'string' || cursor === '') return tools;
  }
  return tools;
}

/** The catalogue that this program was built with, as tools: for a start without network or cache. */
async function builtInTools(): Promise<readonly unknown[]> {
  const { default: snapshot } = await import('../client/catalogue/snapshot.json', {
    with: { type: 'json' },
  });
  return snapshot.tools.map(({ class: operationClass, description, input_schema, name }) => ({
    name,
    description,
    inputSchema: input_schema,
    annotations:
      operationClass === 'read'
        ? { readOnlyHint: true }
        : { readOnlyHint: false, destructiveHint: operationClass === 'destructive' },
  }));
}
