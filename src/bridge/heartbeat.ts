import type { Clock } from '../contract/clock.ts';
import { isRpcId } from './json-rpc.ts';
import type { FrameOutput } from './output.ts';

export interface Heartbeat {
  readonly output: FrameOutput;
  readonly clock: Clock;
  /** As the assistant gave it; without one it is told nothing. */
  readonly token: unknown;
  readonly signal: AbortSignal;
  readonly name: string;
}

const EVERY_MS = 5000;

/** Tells the assistant every five seconds that a call goes on, so that it does not give it up. */
export function heartbeat({ clock, name, output, signal, token }: Heartbeat): () => void {
  if (!isRpcId(token)) return () => {};
  let progress = 0;
  let stop = clock.after(EVERY_MS, beat);
  function beat(): void {
    if (signal.aborted) return;
    progress += 1;
    const message = `${name}: waiting for ${(progress * EVERY_MS) / 1000} s`;
    const params = { progressToken: token, progress, message };
    output.send({ method: 'notifications/progress', params });
    stop = clock.after(EVERY_MS, beat);
  }
  return () => stop();
}
