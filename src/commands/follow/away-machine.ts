import { memberOf, textOf } from '../../contract/response-member.ts';
import { relativeTime } from '../../render/time.ts';
import { joined, recordsAt, textAt, timeAt } from '../../render/views/member.ts';
import { operationRun, type SendContext } from '../operation/send-context.ts';

const LOOK_UP_MS = 10_000;

/**
 * Says of a job or command that waits to be collected that its machine is offline, since when, how
 * long the command waits for it, and how it is started. After a while also that it has not synced since,
 * which a service counts as offline only later. Undefined where the machine is there, or nothing is learned of it.
 */
export async function awayText(
  context: SendContext,
  record: unknown,
  { signal, isSlow = false }: { readonly signal?: AbortSignal; readonly isSlow?: boolean } = {},
): Promise<string | undefined> {
  const { client, clock, signal: ofRun } = operationRun(context);
  const id = textOf(record, 'machine');
  if (id === undefined) return undefined;
  const signals = [ofRun, signal].filter((each) => each !== undefined);
  const path = `/api/v1/machines/${encodeURIComponent(id)}`;
  const found = await client
    .request('GET', path, {
      operationClass: 'read',
      waitSeconds: 0,
      timeoutMs: LOOK_UP_MS,
      signal: AbortSignal.any(signals),
    })
    .catch(() => undefined);
  const machine = memberOf(found?.value, 'machine') ?? found?.value;
  const seenAt = timeAt(machine, 'last_seen_at', 'last_seen', 'link.last_sync_at');
  const askedAt = timeAt(record, 'created_at');
  const isOffline = textOf(machine, 'status') === 'offline';
  const isSilent = seenAt !== undefined && askedAt !== undefined && seenAt < askedAt;
  if (!isOffline && !(isSlow && isSilent)) return undefined;
  const now = clock.now();
  const seen = seenAt === undefined ? '' : `last seen ${relativeTime(seenAt, now)}`;
  const endAt = expiryOf(record);
  const end = endAt === undefined ? '' : `its command expires ${relativeTime(endAt, now)}`;
  const name = textAt(machine, 'name', 'hostname') || id;
  const what = isOffline ? 'is offline' : 'has not come for it yet';
  return joined('; ', joined(', ', `${name} ${what}`, seen), end, 'fleet machine starts it there');
}

/** When the command is given up that nobody has collected (specification, rule 2). */
function expiryOf(record: unknown): number | undefined {
  const waiting = recordsAt(record, 'commands').find((one) => textOf(one, 'status') === 'pending');
  return timeAt(waiting ?? record, 'expires_at');
}
