import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../base/time/clock.ts';
import { createCallTool } from './call-tool.ts';
import { startDemoFleet } from './fleet.ts';
import { HISTORY_MS, makeHistory } from './history.ts';
import { type DemoKeys, keepKeys, readKeptKeys } from './kept-keys.ts';
import { createPastClock, type PastClock } from './past-clock.ts';
import { requirePrograms } from './require-programs.ts';
import { liveToday } from './today.ts';

interface DemoServer {
  readonly baseUrl: string;
  readonly pair: (name: string) => Promise<string>;
  readonly keys?: DemoKeys;
}

interface DemoPlace {
  /** The data folder of the server; each machine gets a folder in it. */
  readonly data: string;
  /** Whether the server works on a database elsewhere, whose history may have begun already. */
  readonly isElsewhere: boolean;
}

/** What `fleet serve --demo` adds to a server. */
interface Demo {
  /** For the server to start with: in a new folder it stands a week before the present. */
  readonly clock: Clock;
  /** Whether a week of work comes first. */
  readonly isNew: boolean;
  /** For the server to take up again: what uses them goes on. */
  readonly keptKeys: DemoKeys | undefined;
  /**
   * Starts the machines and, where they are new, lets them work until today. Gives a function that
   * stops them. Rejects with `Failure` where a machine cannot start, and with `Error` where the
   * server refuses a call; once `signal` aborts it gives up without that.
   */
  start(server: DemoServer, signal: AbortSignal): Promise<() => Promise<void>>;
}

/** The demonstration on a data folder, before its server starts. Throws `Failure` usage as `requirePrograms`. */
export function prepareDemo({ data, isElsewhere }: DemoPlace): Demo {
  requirePrograms();
  const isNew = !isElsewhere && !existsSync(join(data, 'fleet.db'));
  const clock = createPastClock(isNew ? HISTORY_MS : 0);
  return {
    clock: clock.server,
    isNew,
    keptKeys: readKeptKeys(join(data, 'machines')),
    start: (server, signal) =>
      live({ server, clock, folder: join(data, 'machines'), hasHistory: isNew }, signal),
  };
}

interface Life {
  readonly server: DemoServer;
  readonly clock: PastClock;
  readonly folder: string;
  readonly hasHistory: boolean;
}

async function live(
  { server, clock, folder, hasHistory }: Life,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const { baseUrl, pair, keys } = server;
  const { SAMPLE_SECRETS: secrets } = await import('../machine/sample/write-sample-machine.ts');
  const call = createCallTool(baseUrl, keys?.admin ?? '', signal);
  // First of all: without them the next start takes the data for those of another server.
  if (keys !== undefined) await keepKeys(folder, keys);
  const before = await startDemoFleet({ baseUrl, pair, folder, clock: clock.machines });
  try {
    if (hasHistory) await makeHistory({ fleet: before, call, secrets, signal }, clock);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await before.stop();
  }
  // Machines that had only leapt would make up for what their schedules missed on the way.
  clock.leapTo(0);
  const fleet = await startDemoFleet({ baseUrl, pair, folder, withoutAway: true });
  clock.arrive();
  try {
    if (before.isNew) await liveToday({ fleet, call, secrets, signal });
  } catch (error) {
    if (!signal.aborted) {
      await fleet.stop();
      throw error;
    }
  }
  return fleet.stop;
}
