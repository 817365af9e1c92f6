import { Client } from 'pg';
import type { Clock } from '../../../base/time/clock.ts';
import { ALL_TOPICS, startNotificationQueue } from './notification-queue.ts';
import { connectionConfig } from './pool.ts';

interface NotificationsOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly onWake: (topics: readonly string[]) => void;
  /** Notifications may have been lost: every waiting request reads its row again. */
  readonly onWakeAll: () => void;
  /** Sends one notification; rejects while the database is away. */
  readonly notify: (channel: string, payload: string) => Promise<void>;
}

/** Notifications between the processes on one database. */
interface Notifications {
  notify(topics: readonly string[]): void;
  close(): Promise<void>;
}

const CHANNEL = 'fleet_wake';
const RETRY_MS = 500;
const POLL_MS = 1000;
const HEARTBEAT_MS = 5000;
const QUERY_TIMEOUT_MS = 2000;

/**
 * Notifications over LISTEN and NOTIFY, sent after the commit. While the listening connection is lost,
 * every waiter is woken each second, and once more when it is back.
 */
export function startNotifications(options: NotificationsOptions): Notifications {
  const { clock, onWake, onWakeAll } = options;
  const announcements = startNotificationQueue((topics) => options.notify(CHANNEL, topics), clock);
  let closed = false;
  let listener: Client | undefined;
  let cancel = clock.after(0, listen);

  async function listen(): Promise<void> {
    const client = new Client(
      connectionConfig({ url: options.url, queryTimeoutMs: QUERY_TIMEOUT_MS }),
    );
    const lost = (): void => reconnect(client);
    client.on('error', lost).on('end', lost);
    client.on('notification', ({ payload = '' }) => {
      if (payload === ALL_TOPICS) onWakeAll();
      else onWake(payload.split('\n'));
    });
    listener = client;
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch {
      return lost();
    }
    if (listener !== client) return;
    onWakeAll();
    cancel = clock.after(HEARTBEAT_MS, () => heartbeat(client));
  }

  async function heartbeat(client: Client): Promise<void> {
    try {
      await client.query('select 1');
      if (listener === client) cancel = clock.after(HEARTBEAT_MS, () => heartbeat(client));
    } catch {
      reconnect(client);
    }
  }

  function reconnect(client: Client): void {
    if (closed || listener !== client) return;
    listener = undefined;
    cancel();
    void end(client);
    onWakeAll();
    cancel = clock.after(RETRY_MS, listen);
  }

  function poll(): void {
    if (closed) return;
    if (listener === undefined) onWakeAll();
    cancelPoll = clock.after(POLL_MS, poll);
  }
  let cancelPoll = clock.after(POLL_MS, poll);

  return {
    notify(topics) {
      onWake(topics);
      announcements.add(topics);
    },
    async close() {
      closed = true;
      cancel();
      cancelPoll();
      await announcements.close();
      if (listener !== undefined) await end(listener);
    },
  };
}

async function end(client: Client): Promise<void> {
  // An error here changes nothing: the connection is not used any more.
  await client.end().catch(() => {});
}
