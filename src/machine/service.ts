import manifest from '../../package.json' with { type: 'json' };
import type { Clock } from '../base/time/clock.ts';
import type { MachineService } from './machine.ts';

export type ServiceControl = ReturnType<typeof createService>;

/** The restartable part: one pull loop after the other until the machine stops. */
export function createService(clock: Clock) {
  const first = Promise.withResolvers<void>();
  let startedAtMs = clock.now();
  let lastSyncAtMs: number | null = null;
  let restarts = 0;
  let webhookUrl: string | null = null;
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
    listensAt(url: string | null) {
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
