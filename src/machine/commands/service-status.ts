import { rfc3339 } from '../../base/time/rfc3339.ts';
import { defineCommand, noArgs } from './define-command.ts';

/** State, version and uptime of the machine's program, and its number of jobs. */
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
      last_sync_at: rfc3339(lastSyncAtMs ?? null),
      jobs: {
        queued: count('queued'),
        running: jobs.runningCount,
        waiting: count('waiting'),
      },
    };
  },
});
