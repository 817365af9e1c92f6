import type { FleetAnswer } from '../../client/answer.ts';
import { memberOf, textOf } from '../answer-member.ts';
import { poll } from '../poll.ts';
import { claimRefused, stillPending } from './claim-failure.ts';
import type { SecretDesk } from './desk.ts';
import type { HeldEntry } from './held-entry.ts';
import { putAway } from './put-away.ts';
import { serviceOf } from './service-of.ts';

const FIRST_DELAY_MS = 250;

/** After so many claims without an answer of the machine it is looked whether it is there. */
const PATIENT_CLAIMS = 4;

/**
 * Claims until the machine has answered (`POST /commands/{command}/claim`), the time of the request
 * is over, or the wait is. A claim is never taken back once it is on its way, and what it brings is
 * written down before anything else. Throws `Failure`: one for every end without a sealed value,
 * after which the entry is gone where nobody can get that value any more.
 */
export async function claimSealed(held: HeldEntry, desk: SecretDesk): Promise<void> {
  const { clock, followTimeoutMs, signal } = desk;
  const { expiresAtMs, machine } = held.entry;
  const client = await serviceOf(held.entry, desk);
  const whereabouts = { offline: false };
  let claims = 0;
  desk.observe(`waiting for ${machine}`);

  async function claimOnce(): Promise<FleetAnswer | undefined> {
    claims += 1;
    const commandId = encodeURIComponent(held.entry.commandId ?? '');
    const answer = await client.request('POST', `/api/v1/commands/${commandId}/claim`, {
      operationClass: 'write',
      signal: new AbortController().signal,
    });
    const state = textOf(answer.value, 'state');
    const sealed = textOf(answer.value, 'sealed');
    if (state === 'sealed' && sealed !== undefined) await held.move('receive', { sealed });
    if (state !== 'pending') return answer;
    if (claims === PATIENT_CLAIMS) await lookForMachine();
    return undefined;
  }

  async function lookForMachine(): Promise<void> {
    const path = `/api/v1/machines/${encodeURIComponent(machine)}`;
    const answer = await client.request('GET', path, { operationClass: 'read', signal });
    const record = memberOf(answer.value, 'machine') ?? answer.value;
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
  const { failure, isOver } = claimRefused(held.entry, {
    state,
    error: memberOf(answer?.value, 'error'),
    offline: whereabouts.offline,
  });
  if (isOver) await putAway(held, desk.vault);
  throw failure;
}
