import { httpUrlOf, type ListenAddress } from '../base/net/listen-address.ts';
import { backgroundClock, type Clock } from '../base/time/clock.ts';
import { rfc3339 } from '../base/time/rfc3339.ts';
import { Failure } from '../contract/failure.ts';
import { HOLD_SECONDS_MAX } from '../contract/limits.ts';
import { admit } from './access/admit.ts';
import { createRateLimit } from './access/rate-limit.ts';
import {
  type FirstKeys,
  type KeysMade,
  makeFirstKeys,
  requireOwnDemo,
  SERVER_ACTOR,
} from './admin/first-keys.ts';
import { pairNewMachine } from './admin/machines.ts';
import { startNotificationSender } from './channels/notification-sender.ts';
import { openStore } from './database/open-store.ts';
import { LAST_ID_MS } from './database/row-id.ts';
import { createRefusedWebhooks } from './hosted-urls/refused-webhooks.ts';
import { saveRefusedWebhooks } from './hosted-urls/save-refused-webhooks.ts';
import { type App, createApp } from './http/app.ts';
import { createDoors } from './http/doors.ts';
import { cannotListen, readListenAddress, requireFreeAddress } from './http/listen-address.ts';
import { createLog, type Log, type LogLevel, type LogStream } from './http/log.ts';
import { parsePublicUrl } from './http/public-url.ts';
import { createWaiters } from './long-poll/waiters.ts';
import { newestSync } from './machines/machine-queries.ts';
import { saveEnforcement, takeHistoryNotice } from './organisation/deployment-queries.ts';
import { REACTIONS } from './reactions.ts';
import { allRoutes } from './routes.ts';
import type { Service } from './service.ts';
import { startSweep } from './sweep.ts';

export interface StartOptions {
  /** `HOST:PORT`; port 0 is any free one. */
  readonly listen: string;
  /** Holds the database; made if it is missing. */
  readonly dataFolder: string;
  /** `postgres://…`, in place of the folder's own database; several servers may share it. */
  readonly database?: string | undefined;
  /** Gives keys on every start, not only on an empty database. */
  readonly demo?: boolean;
  /** Refuses a database with an organisation and none of `keptKeys`: another server made it. */
  readonly isOwnDemo?: boolean;
  /** Given again in a demonstration, each for as long as it is valid. */
  readonly keptKeys?: FirstKeys | undefined;
  /** Makes none on an empty database either, where nobody would see them. */
  readonly withoutKeys?: boolean;
  /** Allows an address beyond this computer. */
  readonly public?: boolean;
  /** Longest wait of a request in seconds. */
  readonly maxHoldSeconds?: number;
  readonly enforcePlans?: boolean;
  readonly syncIntervalSeconds?: number;
  readonly clock?: Clock;
  /** Where the log goes, one JSON line per request and failure. */
  readonly log?: LogStream;
  /** All of them without it. */
  readonly logLevels?: readonly LogLevel[];
  /** Where the server is reached through a proxy; every link it gives begins with it. */
  readonly publicUrl?: string | undefined;
}

export interface StartedServer {
  readonly baseUrl: string;
  /** Only where this start created them. */
  readonly keys?: FirstKeys;
  /** Whether to say once that this database keeps its history for ever, since nobody set a rule. */
  readonly keepsHistory: boolean;
  readonly service: Service;
  /** Pairs a machine with the first organisation and gives its token. */
  pair(name: string): Promise<string>;
  /** Ends every wait, responds, and stops within a second. */
  close(): Promise<void>;
}

const SYNC_INTERVAL_SECONDS = 10;
const LISTEN_BACKLOG = 4096;

/**
 * Starts the reference server on a data folder that no other server works in. Throws `Failure`
 * where the address or the folder cannot be used.
 */
export async function startServer(options: StartOptions): Promise<StartedServer> {
  const address = readListenAddress(options.listen, options.public ?? false);
  const publicUrl = options.publicUrl === undefined ? undefined : parsePublicUrl(options.publicUrl);
  await requireFreeAddress(address);
  const log = createLog(
    options.log,
    () => (options.clock ?? backgroundClock).now(),
    options.logLevels,
  );
  const waiters = createWaiters();
  const store = await openStore(
    {
      folder: options.dataFolder,
      database: options.database,
      clock: options.clock,
      role: 'server',
      onWake: (topics) => waiters.wake(topics),
      onWakeAll: () => waiters.wakeAll(),
    },
    REACTIONS,
  );
  const { clock, countRequest, countKey: takeKey } = store;
  const reached = { baseUrl: publicUrl ?? httpUrlOf(address) };
  try {
    requireClockWithIds(clock);
    if (options.isOwnDemo === true) await requireOwnDemo(store, options.keptKeys);
    const service: Service = {
      store,
      clock,
      waiters,
      rateLimit: countRequest === undefined ? createRateLimit() : { take: countRequest, takeKey },
      refusedWebhooks: createRefusedWebhooks(),
      startedAtMs: clock.now(),
      newestSyncMs: await store.read(newestSync),
      baseUrl: () => reached.baseUrl,
      settings: {
        maxHoldSeconds: options.maxHoldSeconds ?? HOLD_SECONDS_MAX,
        syncIntervalSeconds: options.syncIntervalSeconds ?? SYNC_INTERVAL_SECONDS,
        enforcePlans: options.enforcePlans ?? false,
      },
    };
    await saveEnforcement(store, service.settings.enforcePlans);
    const { demo = false, withoutKeys = false, public: isPublic = false } = options;
    const when = demo ? 'always' : withoutKeys ? 'none' : 'first';
    const keys = { when, kept: options.keptKeys } as const;
    return await serve(service, { address, reached, log, keys, isPublic, publicUrl });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Throws `Failure` where the clock is beyond the times that ids can tell: no row could be kept. */
function requireClockWithIds(clock: Clock): void {
  const now = clock.now();
  if (now <= LAST_ID_MS) return;
  throw new Failure('local', {
    code: 'clock_wrong',
    title: 'The clock of this computer is wrong',
    detail: `It says ${rfc3339(now)}; the server can make ids until ${rfc3339(LAST_ID_MS)}.`,
    advice: 'Set it right, and start the server again.',
  });
}

interface Serving {
  readonly address: ListenAddress;
  /** Where links lead; known once it listens. */
  readonly reached: { baseUrl: string };
  readonly log: Log;
  readonly keys: { readonly when: KeysMade; readonly kept: FirstKeys | undefined };
  readonly isPublic: boolean;
  readonly publicUrl: string | undefined;
}

async function serve(service: Service, serving: Serving): Promise<StartedServer> {
  const { address, reached, log, isPublic, publicUrl } = serving;
  const keepsHistory = await takeHistoryNotice(service.store);
  const keys = await makeFirstKeys(service.store, serving.keys.when, serving.keys.kept);
  const app = createApp({
    routes: allRoutes(service, { baseUrl: service.baseUrl, isPublic }),
    log,
    baseUrl: service.baseUrl,
    doors: createDoors(() => service.clock.now()),
    admit: async (path, authorization) => {
      if (!path.startsWith('/api/')) return false;
      await admit(service, authorization);
      return true;
    },
  });
  const baseUrl = httpUrlOf({ ...address, port: await listen(app, address) });
  reached.baseUrl = publicUrl ?? baseUrl;
  const stopSweep = startSweep(service, (error) => log('error', 'sweep', { cause: String(error) }));
  const stopSending = startNotificationSender(service, (error) =>
    log('error', 'sending', { cause: String(error) }),
  );
  log('info', 'listening', { base_url: baseUrl });
  return {
    baseUrl,
    service,
    keepsHistory,
    ...(keys === undefined ? {} : { keys }),
    pair: async (name) => {
      const admin = { store: service.store, actor: SERVER_ACTOR };
      return (await pairNewMachine(admin, name)).token;
    },
    async close() {
      stopSweep();
      await Promise.all([app.stop(), stopSending()]);
      await saveRefusedWebhooks(service).catch(() => undefined);
      await service.store.close();
    },
  };
}

/** Gives the port that is listened on. */
async function listen({ server }: App, { host, port }: ListenAddress): Promise<number> {
  try {
    await server.listen({ host, port, backlog: LISTEN_BACKLOG });
  } catch (cause) {
    throw cannotListen({ host, port }, cause);
  }
  const bound = server.server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : port;
}
