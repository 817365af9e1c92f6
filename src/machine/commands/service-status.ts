import { noArgs } from './command-args.ts';
import { defineCommand } from './define-command.ts';

/** How the machine's program is doing. */
export const serviceStatus = defineCommand({
  type: 'service.status',
  args: noArgs,
  async run(machine) {
    const { service, store, jobs, clock } = machine;
    const lastSyncAtMs = service.lastSyncAtMs();
    const count = (status: string) =>
      store.all().filter(({ report }) => report.status === status).length;
    return {
      state: 'running',
      version: service.version,
      started_at: new Date(service.startedAtMs()).toISOString(),
      uptime_seconds: Math.floor((clock.now() - service.startedAtMs()) / 1000),
      restarts: service.restarts(),
      last_sync_at: lastSyncAtMs === null ? null : new Date(lastSyncAtMs).toISOString(),
      jobs: {
        queued: count('queued'),
        running: jobs.runningCount,
        waiting: count('waiting'),
      },
    };
  },
});
