import type { Service } from '../service.ts';
import { findChannel } from './channel-queries.ts';
import {
  bringForward,
  deletePendingNotifications,
  hasNotificationDueAfter,
  nextDueNotification,
  updateNotification,
} from './notification-queries.ts';
import { CLAIM_MS, LATEST_MS } from './notification-state.ts';
import { type ClaimedNotification, recordOutcome, sendNotification } from './send-notification.ts';

const CHECK_EVERY_MS = 1000;
const AT_ONCE_MAX = 16;

/**
 * Sends the notifications of channels: each second it claims in the database those that are due and
 * sends them, one at a time for each channel, so that a slow receiver delays its own alerts only. An
 * error goes to `onError`; what a lost process had claimed falls due again. Gives a function that
 * stops it: what is being sent then is sent again after the next start.
 */
export function startNotificationSender(
  service: Service,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stop = new AbortController();
  const tries = new Map<number, Promise<void>>();
  let cancel = service.clock.after(CHECK_EVERY_MS, check);
  let checking: Promise<void> | undefined;
  let mustCheck = false;

  function check(): void {
    cancel = service.clock.after(CHECK_EVERY_MS, check);
    void startTries();
  }

  /** Checks once more where it is called during a check: a notification may have fallen due since. */
  function startTries(): Promise<void> {
    mustCheck = true;
    checking ??= claimWhileDue();
    return checking;
  }

  async function claimWhileDue(): Promise<void> {
    try {
      while (mustCheck) {
        mustCheck = false;
        await undelay(service);
        await claimAll();
      }
    } catch (error) {
      report(error);
    } finally {
      // In the same moment: what asks for a check after the loop has looked must start another.
      checking = undefined;
    }
  }

  async function claimAll(): Promise<void> {
    while (!stop.signal.aborted && tries.size < AT_ONCE_MAX) {
      const claimed = await claimNext(service, [...tries.keys()]);
      if (claimed === undefined) return;
      tries.set(claimed.channel.id, run(claimed));
    }
  }

  async function run(claimed: ClaimedNotification): Promise<void> {
    try {
      const outcome = await sendNotification(service, claimed, stop.signal);
      if (stop.signal.aborted) return;
      await service.store.write((transaction) => recordOutcome(transaction, claimed, outcome));
    } catch (error) {
      report(error);
    } finally {
      tries.delete(claimed.channel.id);
    }
    if (!stop.signal.aborted) await startTries();
  }

  function report(error: unknown): void {
    if (!stop.signal.aborted) onError(error);
  }

  return async () => {
    stop.abort();
    cancel();
    await checking;
    await Promise.all(tries.values());
  };
}

/** Where the clock was set back, what waits is further ahead than it ever is: it is sent now. */
async function undelay({ store, clock }: Service): Promise<void> {
  if (!(await store.read((db) => hasNotificationDueAfter(db, clock.now() + LATEST_MS)))) return;
  await store.write((transaction) => bringForward(transaction, transaction.now + LATEST_MS));
}

/** Claims the send that is due first; undefined where none is. */
async function claimNext(
  { store, clock }: Service,
  busyChannels: readonly number[],
): Promise<ClaimedNotification | undefined> {
  const due = await store.read((db) => nextDueNotification(db, clock.now(), busyChannels));
  if (due === undefined) return undefined;
  return store.write(async (transaction) => {
    const { db, now } = transaction;
    const next = await nextDueNotification(db, now, busyChannels);
    if (next?.channel == null) return undefined;
    const { organisation, channel: id } = next;
    const channel = await findChannel(db, { organisation, id });
    if (channel === undefined) {
      await deletePendingNotifications(transaction, { organisation, channel: id });
      return undefined;
    }
    const claim = { tries: next.tries + 1, due_at: now + CLAIM_MS };
    const send = await updateNotification(transaction, next, claim);
    return send === undefined ? undefined : { send, channel };
  });
}
