import { pause } from '../../base/time/pause.ts';
import type { FleetResponse } from '../../client/response.ts';
import { poll } from '../poll.ts';
import { memberOf, textOf } from '../response-member.ts';
import { failedClaim, stillPending } from './claim-failure.ts';
import { clientFor, type SecretContext } from './context.ts';
import type { LockedEntry } from './locked-entry.ts';
import { removeEntry } from './remove-entry.ts';

const FIRST_DELAY_MS = 250;
const DISK_PAUSE_MS = 1_000;

/** After so many claims without a response of the machine it is looked whether it is there. */
const PATIENT_CLAIMS = 4;

/**
 * Claims until the machine has answered (`POST /commands/{command}/claim`), the time of the request
 * is over, or the wait is. A claim is never taken back once it is on its way, and what it brings is
 * written down before anything else. Throws `Failure`: one for every end without a sealed value,
 * after which the entry is gone where nobody can get that value any more.
 */
export async function claimSecret(locked: LockedEntry, context: SecretContext): Promise<void> {
  const { clock, followTimeoutMs, signal } = context;
  const { expiresAtMs, machine } = locked.entry;
  const client = await clientFor(locked.entry, context);
  const whereabouts = { offline: false };
  let claims = 0;
  context.observe(`waiting for ${machine}`);

  async function claimOnce(): Promise<FleetResponse | undefined> {
    claims += 1;
    const commandId = encodeURIComponent(locked.entry.commandId ?? '');
    const response = await client.request('POST', `/api/v1/commands/${commandId}/claim`, {
      operationClass: 'write',
      signal: new AbortController().signal,
    });
    const state = textOf(response.value, 'state');
    const sealed = textOf(response.value, 'sealed');
    if (state === 'sealed' && sealed !== undefined) await storeSealed(locked, sealed, context);
    if (state !== 'pending') return response;
    if (claims === PATIENT_CLAIMS) await lookForMachine();
    return undefined;
  }

  /** For the person who waits; nothing depends on it. */
  async function lookForMachine(): Promise<void> {
    const path = `/api/v1/machines/${encodeURIComponent(machine)}`;
    const asked = { operationClass: 'read', triesMax: 1, signal } as const;
    const response = await client.request('GET', path, asked).catch(() => undefined);
    const record = memberOf(response?.value, 'machine') ?? response?.value;
    whereabouts.offline = textOf(record, 'status') === 'offline';
    if (whereabouts.offline) context.observe(`${machine} is offline: the request waits for it`);
  }

  const deadlineMs = Math.min(expiresAtMs, clock.now() + followTimeoutMs);
  const pace = { clock, deadlineMs, signal, firstDelayMs: FIRST_DELAY_MS };
  const response = await poll(pace, claimOnce);
  if (locked.entry.state === 'sealed') return;
  if (response === undefined && clock.now() < expiresAtMs) {
    throw stillPending(locked.entry, whereabouts.offline);
  }
  const state = response === undefined ? 'expired' : textOf(response.value, 'state');
  const { failure, isOver } = failedClaim(locked.entry, {
    state,
    error: memberOf(response?.value, 'error'),
    offline: whereabouts.offline,
  });
  if (isOver) await removeEntry(locked, context.keychain);
  throw failure;
}

/**
 * Writes the sealed bytes down. They are handed out once, so a disk that takes nothing is waited for
 * until it does, or the person gives up. Throws the error of the file system then.
 */
async function storeSealed(
  locked: LockedEntry,
  sealed: string,
  { clock, observe, signal }: SecretContext,
): Promise<void> {
  for (;;) {
    try {
      return await locked.move('receive', { sealed });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      observe(`the value is here and cannot be written down: ${reason}`);
      if (!(await pause(clock, DISK_PAUSE_MS, signal))) throw error;
    }
  }
}
