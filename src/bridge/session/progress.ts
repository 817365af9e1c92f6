import { stringifyJson } from '../../base/json/lossless.ts';
import type { JsonObject } from '../../base/json/object.ts';
import type { Clock } from '../../base/time/clock.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { isRpcId } from '../json-rpc.ts';
import type { MessageWriter } from '../stdio/message-writer.ts';

interface ProgressOptions {
  readonly writer: MessageWriter;
  readonly clock: Clock;
  /** The progress token of the request; without one nothing is reported. */
  readonly token: unknown;
  readonly signal: AbortSignal;
  readonly name: string;
}

/** Progress notifications of one call. */
export interface CallProgress {
  /** Sends on what the service itself reports about this call. */
  readonly forward: (method: string, params: JsonObject) => void;
  /** Tells how far the job is that the call waits for, where that has changed. */
  readonly tell: (message: string) => void;
  readonly stop: () => void;
}

const REPORT = 'notifications/progress';
const EVERY_MS = 5000;
/** Small, so that a report of the service is seldom below it: the progress must increase. */
const STEP = 0.001;

const UNREPORTED: CallProgress = { forward: () => {}, tell: () => {}, stop: () => {} };

/** Reports progress where the service has not for five seconds, so that the assistant does not give up. */
export function createProgress({
  clock,
  name,
  signal,
  token,
  writer,
}: ProgressOptions): CallProgress {
  if (!isRpcId(token)) return UNREPORTED;
  const startedAt = clock.now();
  let last = Number.NEGATIVE_INFINITY;
  let told: string | undefined;
  let stop = clock.after(EVERY_MS, reportWaiting);

  function report(params: JsonObject, progress: number): void {
    if (signal.aborted) return;
    last = progress;
    writer.send({ method: REPORT, params });
    stop();
    stop = clock.after(EVERY_MS, reportWaiting);
  }

  function reportWaiting(): void {
    const seconds = Math.round((clock.now() - startedAt) / 1000);
    say(`waiting for ${seconds} s`);
  }

  function say(what: string): void {
    const progress = Math.max(last, 0) + STEP;
    report({ progressToken: token, progress, message: `${name}: ${what}` }, progress);
  }

  return {
    forward(method, params) {
      const { progress, progressToken } = params;
      if (method !== REPORT || stringifyJson(progressToken) !== stringifyJson(token)) return;
      if (typeof progress !== 'number' || progress <= last) return;
      // An assistant shows the message to its person, mostly in a terminal; the rest is handed on as it came.
      const { message, ...others } = params;
      const shown = typeof message === 'string' ? { message: sanitiseLine(message) } : {};
      report({ ...others, ...shown }, progress);
    },
    tell(what) {
      if (what !== told) say(what);
      told = what;
    },
    stop: () => stop(),
  };
}
