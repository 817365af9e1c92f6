import { memberOf, textOf } from '../../contract/response-member.ts';
import { relativeTime } from '../../render/time.ts';
import { joined, recordsAt, textAt, timeAt } from '../../render/views/member.ts';
import { operationRun, type SendContext } from '../operation/send-context.ts';

const LOOK_UP_MS = 10_000;

/**
 * Says of a job or command that waits to be collected that its machine is offline, since when, and how
 * long the command waits for it. Undefined where the machine is there, or nothing is learned of it.
 */
export async function awayText(
  context: SendContext,
  record: unknown,
  signal?: AbortSignal,
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
  if (textOf(machine, 'status') !== 'offline') return undefined;
  const now = clock.now();
  const seenAt = timeAt(machine, 'last_seen_at', 'last_seen', 'link.last_sync_at');
  const seen = seenAt === undefined ? '' : `last seen ${relativeTime(seenAt, now)}`;
  const endAt = expiryOf(record);
  const end = endAt === undefined ? '' : `its command expires ${relativeTime(endAt, now)}`;
  const name = textAt(machine, 'name', 'hostname') || id;
  return joined('; ', joined(', ', `${name} is offline`, seen), end);
}

/** When the command is given up that nobody has collected (specification, rule 2). */
function expiryOf(record: unknown): number | undefined {
  const waiting = recordsAt(record, 'commands').find((one) => textOf(one, 'status') === 'pending');
  return timeAt(waiting ?? record, 'expires_at');
}
