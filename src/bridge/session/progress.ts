import { stringifyJson } from '../../base/json/lossless.ts';
import type { JsonObject } from '../../base/json/object.ts';
import type { Clock } from '../../base/time/clock.ts';
import { isRpcId } from '../json-rpc.ts';
import type { MessageWriter } from '../stdio/message-writer.ts';

export interface ProgressOptions {
  readonly output: MessageWriter;
  readonly clock: Clock;
  /** As the assistant gave it; without one it is told nothing. */
  readonly token: unknown;
  readonly signal: AbortSignal;
  readonly name: string;
}

/** What an assistant is told of a call that goes on. */
export interface CallProgress {
  /** Hands on what the service itself reports of this call. */
  readonly passOn: (method: string, params: JsonObject) => void;
  readonly stop: () => void;
}

const REPORT = 'notifications/progress';
const EVERY_MS = 5000;
/** Small, so that a report of the service is seldom behind it: what is told must increase. */
const STEP = 0.001;

/** Reports every five seconds in which the service does not, so that the call is not given up. */
export function createProgress({
  clock,
  name,
  output,
  signal,
  token,
}: ProgressOptions): CallProgress {
  if (!isRpcId(token)) {
    return { passOn: () => {}, stop: () => {} };
  }
  const startedAt = clock.now();
  let last = Number.NEGATIVE_INFINITY;
  let stop = clock.after(EVERY_MS, beat);

  function tell(params: JsonObject, progress: number): void {
    if (signal.aborted) return;
    last = progress;
    output.send({ method: REPORT, params });
    stop();
    stop = clock.after(EVERY_MS, beat);
  }

  function beat(): void {
    const seconds = Math.round((clock.now() - startedAt) / 1000);
    const progress = Math.max(last, 0) + STEP;
    tell(
      { progressToken: token, progress, message: `${name}: waiting for ${seconds} s` },
      progress,
    );
  }

  return {
    passOn(method, params) {
      const { progress, progressToken } = params;
      if (method !== REPORT || stringifyJson(progressToken) !== stringifyJson(token)) return;
      if (typeof progress === 'number' && progress > last) tell(params, progress);
    },
    stop: () => stop(),
  };
}
