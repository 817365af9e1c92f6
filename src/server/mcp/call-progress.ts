import type { Clock } from '../../base/time/clock.ts';
import type { McpToolCall } from './toolbox.ts';

const EVERY_MS = 5000;

interface WaitingCall extends Pick<McpToolCall, 'name' | 'progressToken' | 'notify'> {
  readonly clock: Clock;
}

/**
 * Tells the client each five seconds that a call still waits, where it gave a token (MCP, "Progress"):
 * clients give up a call of which they hear nothing for a minute. Gives a function that ends it.
 */
export function reportProgress({ clock, name, notify, progressToken }: WaitingCall): () => void {
  if (progressToken === undefined) return () => {};
  const token = progressToken;
  const startedAtMs = clock.now();
  let cancel = clock.after(EVERY_MS, report);

  function report(): void {
    const progress = Math.round((clock.now() - startedAtMs) / 1000);
    const params = {
      progressToken: token,
      progress,
      message: `${name}: waiting for ${progress} s`,
    };
    // Who has gone needs no progress, and the call itself ends by its signal.
    notify({ method: 'notifications/progress', params }).catch(() => {});
    cancel = clock.after(EVERY_MS, report);
  }

  return () => cancel();
}
