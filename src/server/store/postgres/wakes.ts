import { Client } from 'pg';
import type { Clock } from '../../../contract/clock.ts';
import { connectionConfig } from './pool.ts';

export interface WakesOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly onWake: (topics: readonly string[]) => void;
  /** Wakes may have been missed: everybody who waits looks again. */
  readonly onWakeAll: () => void;
  /** Sends one notification; rejects while the database is away. */
  readonly notify: (channel: string, payload: string) => Promise<void>;
}

/** How processes on one database tell each other what has changed. */
export interface Wakes {
  announce(topics: readonly string[]): void;
  close(): Promise<void>;
}

const CHANNEL = 'fleet_wake';
const EVERYBODY = '*';
/** PostgreSQL takes payloads below 8,000 bytes; topics are ASCII. */
const PAYLOAD_CHARS_MAX = 7900;
/** One notification for all that is committed meanwhile: each takes a lock of the whole database. */
const COALESCE_MS = 3;
const PENDING_MAX = 20_000;
const RETRY_MS = 500;
const POLL_MS = 1000;
const HEARTBEAT_MS = 5000;
const QUERY_TIMEOUT_MS = 2000;

/**
 * Wakes over LISTEN and NOTIFY, sent after the commit. While the listening connection is away,
 * everybody is woken each second, and once more when it is back.
 */
export function startWakes(options: WakesOptions): Wakes {
  const { clock, onWake, onWakeAll } = options;
  const pending = new Set<string>();
  let flushing = false;
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
      if (payload === EVERYBODY) onWakeAll();
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

  async function flush(): Promise<void> {
    const topics = [...pending];
    pending.clear();
    try {
      for (const payload of payloadsOf(topics)) await options.notify(CHANNEL, payload);
      flushing = pending.size > 0;
      if (flushing && !closed) clock.after(COALESCE_MS, flush);
    } catch {
      if (pending.size + topics.length > PENDING_MAX) keepOnly(EVERYBODY);
      else for (const topic of topics) pending.add(topic);
      if (!closed) clock.after(RETRY_MS, flush);
    }
  }

  function keepOnly(topic: string): void {
    pending.clear();
    pending.add(topic);
  }

  return {
    announce(topics) {
      onWake(topics);
      for (const topic of topics) pending.add(topic);
      if (flushing || closed) return;
      flushing = true;
      clock.after(COALESCE_MS, flush);
    },
    async close() {
      closed = true;
      cancel();
      cancelPoll();
      await flush();
      if (listener !== undefined) await end(listener);
    },
  };
}

async function end(client: Client): Promise<void> {
  // A connection that cannot say goodbye is gone all the same.
  await client.end().catch(() => {});
}

/** Topics as payloads, each within the limit. */
export function payloadsOf(topics: readonly string[]): readonly string[] {
  if (topics.includes(EVERYBODY)) return [EVERYBODY];
  const payloads: string[] = [];
  let payload = '';
  for (const topic of topics) {
    if (payload !== '' && payload.length + topic.length + 1 > PAYLOAD_CHARS_MAX) {
      payloads.push(payload);
      payload = topic;
    } else {
      payload = payload === '' ? topic : `${payload}\n${topic}`;
    }
  }
  return payload === '' ? payloads : [...payloads, payload];
}
