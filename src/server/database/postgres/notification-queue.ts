import type { Clock } from '../../../base/time/clock.ts';

/** Stands for all topics, where there are more than fit into the queue. */
export const ALL_TOPICS = '*';

/** PostgreSQL takes payloads below 8,000 bytes; topics are ASCII. */
const PAYLOAD_CHARS_MAX = 7900;
/** One notification for all that is committed meanwhile: each takes a lock of the whole database. */
const COALESCE_MS = 3;
/** Each wakes every process and its connection, so that one that writes much sends no more than these. */
const BETWEEN_MS = 25;
const PENDING_MAX = 20_000;
const RETRY_MS = 500;

/** Topics that the other processes are still to be notified of. */
interface NotificationQueue {
  add(topics: readonly string[]): void;
  /** Sends the rest, once. */
  close(): Promise<void>;
}

/** Collects topics and sends them together; what cannot be sent is tried again until `close`. */
export function startNotificationQueue(
  send: (payload: string) => Promise<void>,
  clock: Clock,
): NotificationQueue {
  const pending = new Set<string>();
  let flushing = false;
  let closed = false;
  let sentAt = Number.NEGATIVE_INFINITY;

  /** Soon after a quiet time, else when the last one is long enough ago. */
  function flushSoon(): void {
    const wait = Math.max(COALESCE_MS, sentAt + BETWEEN_MS - clock.now());
    clock.after(Math.min(wait, BETWEEN_MS), flush);
  }

  async function flush(): Promise<void> {
    const topics = [...pending];
    pending.clear();
    sentAt = clock.now();
    try {
      for (const payload of payloadsOf(topics)) await send(payload);
      flushing = pending.size > 0;
      if (flushing && !closed) flushSoon();
    } catch {
      const left = [...pending, ...topics];
      pending.clear();
      for (const topic of left.length > PENDING_MAX ? [ALL_TOPICS] : left) pending.add(topic);
      if (!closed) clock.after(RETRY_MS, flush);
    }
  }

  return {
    add(topics) {
      for (const topic of topics) pending.add(topic);
      if (flushing || closed) return;
      flushing = true;
      flushSoon();
    },
    async close() {
      closed = true;
      await flush();
    },
  };
}

/** Topics as payloads, each within the limit. */
function payloadsOf(topics: readonly string[]): readonly string[] {
  if (topics.includes(ALL_TOPICS)) return [ALL_TOPICS];
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
