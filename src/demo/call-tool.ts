import { systemClock } from '../base/time/clock.ts';
import { pause } from '../base/time/pause.ts';

/** Calls an operation of the server and gives its result. Throws `Error` where it refuses. */
export type CallTool = (name: string, input: object) => Promise<Readonly<Record<string, unknown>>>;

/** Pauses between looks double from the first to the last: all looks together stay within the rate limit. */
const LOOK_FIRST_MS = 40;
const LOOK_LAST_MS = 500;

/** Calls operations of the server at `baseUrl` with this key, until `signal` aborts. */
export function createCallTool(baseUrl: string, key: string, signal: AbortSignal): CallTool {
  return async (name, input) => {
    const response = await fetch(`${baseUrl}/api/v1/tools/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
      signal,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${name} of the demonstration: ${response.status} ${text}`);
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  };
}

interface ListedJob {
  readonly id: string;
  readonly title: string;
  readonly state: string;
}

interface WantedJob {
  readonly skill: string;
  /** Any title without it. */
  readonly title?: string;
  readonly state: string;
}

/** Waits until the newest job of the skill has this title and state; gives its id. */
export async function awaitJob(
  call: CallTool,
  { skill, title, state }: WantedJob,
  signal: AbortSignal,
): Promise<string> {
  for (let waitMs = LOOK_FIRST_MS; ; waitMs = Math.min(2 * waitMs, LOOK_LAST_MS)) {
    const { jobs } = (await call('list_jobs', { skill, limit: 1 })) as { jobs: ListedJob[] };
    const [newest] = jobs;
    if (newest?.state === state && newest.title === (title ?? newest.title)) return newest.id;
    if (!(await pause(systemClock, waitMs, signal))) signal.throwIfAborted();
  }
}
