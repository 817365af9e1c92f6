import manifest from '../../package.json' with { type: 'json' };
import type { Clock } from '../base/time/clock.ts';
import type { MachineService } from './machine.ts';

export type ServiceControl = ReturnType<typeof createService>;

/** The part that `service.restart` restarts: it runs pull loops, one after the other, until the machine stops. */
export function createService(clock: Clock) {
  const first = Promise.withResolvers<void>();
  let startedAtMs = clock.now();
  let lastSyncAtMs: number | undefined;
  let restarts = 0;
  let webhookUrl: string | undefined;
  let current = new AbortController();
  const facts: MachineService = {
    version: manifest.version,
    startedAtMs: () => startedAtMs,
    restarts: () => restarts,
    lastSyncAtMs: () => lastSyncAtMs,
    webhookUrl: () => webhookUrl,
    restart() {
      restarts += 1;
      startedAtMs = clock.now();
      current.abort();
    },
  };
  return {
    facts,
    firstSync: first.promise,
    setWebhookUrl(url: string | undefined) {
      webhookUrl = url;
    },
    synced() {
      lastSyncAtMs = clock.now();
      first.resolve();
    },
    async run(stop: AbortSignal, runLoop: (signal: AbortSignal) => Promise<void>): Promise<void> {
      while (!stop.aborted) {
        current = new AbortController();
        await runLoop(AbortSignal.any([stop, current.signal]));
      }
    },
  };
}
