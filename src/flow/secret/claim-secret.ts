import { pause } from '../../base/time/pause.ts';
import type { FleetResponse } from '../../client/answer.ts';
import { poll } from '../poll.ts';
import { memberOf, textOf } from '../response-member.ts';
import { failedClaim, stillPending } from './claim-failure.ts';
import type { SecretContext } from './context.ts';
import type { LockedEntry } from './locked-entry.ts';
import { removeEntry } from './remove-entry.ts';
import { clientFor } from './service-of.ts';

const FIRST_DELAY_MS = 250;
const DISK_PAUSE_MS = 1_000;

/** After so many claims without an answer of the machine it is looked whether it is there. */
const PATIENT_CLAIMS = 4;

/**
 * Claims until the machine has answered (`POST /commands/{command}/claim`), the time of the request
 * is over, or the wait is. A claim is never taken back once it is on its way, and what it brings is
 * written down before anything else. Throws `Failure`: one for every end without a sealed value,
 * after which the entry is gone where nobody can get that value any more.
 */
export async function claimSecret(held: LockedEntry, desk: SecretContext): Promise<void> {
  const { clock, followTimeoutMs, signal } = desk;
  const { expiresAtMs, machine } = held.entry;
  const client = await clientFor(held.entry, desk);
  const whereabouts = { offline: false };
  let claims = 0;
  desk.observe(`waiting for ${machine}`);

  async function claimOnce(): Promise<FleetResponse | undefined> {
    claims += 1;
    const commandId = encodeURIComponent(held.entry.commandId ?? '');
    const answer = await client.request('POST', `/api/v1/commands/${commandId}/claim`, {
      operationClass: 'write',
      signal: new AbortController().signal,
    });
    const state = textOf(answer.value, 'state');
    const sealed = textOf(answer.value, 'sealed');
    if (state === 'sealed' && sealed !== undefined) await storeSealed(held, sealed, desk);
    if (state !== 'pending') return answer;
    if (claims === PATIENT_CLAIMS) await lookForMachine();
    return undefined;
  }

  /** For the person who waits; nothing depends on it. */
  async function lookForMachine(): Promise<void> {
    const path = `/api/v1/machines/${encodeURIComponent(machine)}`;
    const asked = { operationClass: 'read', triesMax: 1, signal } as const;
    const answer = await client.request('GET', path, asked).catch(() => undefined);
    const record = memberOf(answer?.value, 'machine') ?? answer?.value;
    whereabouts.offline = textOf(record, 'status') === 'offline';
    if (whereabouts.offline) desk.observe(`${machine} is offline: the request waits for it`);
  }

  const deadlineMs = Math.min(expiresAtMs, clock.now() + followTimeoutMs);
  const pace = { clock, deadlineMs, signal, firstDelayMs: FIRST_DELAY_MS };
  const answer = await poll(pace, claimOnce);
  if (held.entry.state === 'sealed') return;
  if (answer === undefined && clock.now() < expiresAtMs) {
    throw stillPending(held.entry, whereabouts.offline);
  }
  const state = answer === undefined ? 'expired' : textOf(answer.value, 'state');
  const { failure, isOver } = failedClaim(held.entry, {
    state,
    error: memberOf(answer?.value, 'error'),
    offline: whereabouts.offline,
  });
  if (isOver) await removeEntry(held, desk.vault);
  throw failure;
}

/**
 * Writes the sealed bytes down. They are handed out once, so a disk that takes nothing is waited for
 * until it does, or the person gives up. Throws the error of the file system then.
 */
async function storeSealed(
  held: LockedEntry,
  sealed: string,
  { clock, observe, signal }: SecretContext,
): Promise<void> {
  for (;;) {
    try {
      return await held.move('receive', { sealed });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      observe(`the value is here and cannot be written down: ${reason}`);
      if (!(await pause(clock, DISK_PAUSE_MS, signal))) throw error;
    }
  }
}
