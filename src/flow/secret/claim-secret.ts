import { messageOf } from '../../base/errors.ts';
import { pause } from '../../base/time/pause.ts';
import type { FleetResponse } from '../../client/response.ts';
import { Failure } from '../../contract/failure.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';
import { poll } from '../poll.ts';
import { failedClaim, mayHaveRun, notStored, perhapsLost, stillPending } from './claim-failure.ts';
import { clientFor, type SecretContext } from './context.ts';
import type { SecretEntry } from './journal-entry.ts';
import type { LockedEntry } from './locked-entry.ts';
import { removeEntry } from './remove-entry.ts';
import { markReplaced } from './remove-replaced.ts';
import { tellOnInterrupt } from './tell-on-interrupt.ts';

const FIRST_DELAY_MS = 250;
const DISK_PAUSE_MS = 1_000;

/** Ends after which the machine may have made a value that nobody has: what it had before is worth nothing then. */
const MAY_BE_REPLACED: ReadonlySet<string> = new Set(['claimed', 'secret_expired']);

/** After so many claims without a response the status of the machine is looked up. */
const CLAIMS_BEFORE_LOOK_UP = 4;

/**
 * Claims until the machine has answered (`POST /commands/{command}/claim`), the service counts the
 * request as expired, or the wait is over: this computer's clock may have jumped. A claim is never taken
 * back once it is on its way, and what it brings is stored before anything else. Throws `Failure`: one for
 * every end without a sealed value, after which the entry is gone where nobody can get that value any more.
 */
export async function claimSecret(locked: LockedEntry, context: SecretContext): Promise<void> {
  const { clock, followTimeoutMs, signal } = context;
  const { machine, machineId } = locked.entry;
  const client = await clientFor(locked.entry, context);
  const machineState = { offline: false };
  const deadlineMs = clock.now() + followTimeoutMs;
  let claims = 0;
  let isPerhapsLost = false;
  const waiting = `waiting for ${machineId === undefined ? machine : `${machine} (${machineId})`}`;
  context.observe(waiting);
  let isAway = false;

  async function claimOnce(): Promise<FleetResponse | undefined> {
    claims += 1;
    const commandId = encodeURIComponent(locked.entry.commandId ?? '');
    const claim = client.request('POST', `/api/v1/commands/${commandId}/claim`, {
      operationClass: 'write',
      hidesKey: true,
      signal,
      sendingSignal: new AbortController().signal,
    });
    const response = await tellOnInterrupt(context, locked.entry.id, claim).catch(
      (error: unknown) => {
        isPerhapsLost ||= mayHaveRun(error);
        throw error;
      },
    );
    isPerhapsLost = false;
    if (isAway) context.observe(waiting);
    isAway = false;
    const state = textOf(response.value, 'state');
    const sealed = textOf(response.value, 'sealed');
    if (state === 'sealed' && sealed !== undefined)
      await storeSealed(locked, sealed, { ...context, deadlineMs });
    if (state !== 'pending') return response;
    if (claims === CLAIMS_BEFORE_LOOK_UP) await lookForMachine();
    return undefined;
  }

  /** Tells the person who waits whether the machine is offline; nothing depends on it. */
  async function lookForMachine(): Promise<void> {
    const path = `/api/v1/machines/${encodeURIComponent(machineId ?? machine)}`;
    const options = { operationClass: 'read', triesMax: 1, signal } as const;
    const response = await client.request('GET', path, options).catch(() => undefined);
    const record = memberOf(response?.value, 'machine') ?? response?.value;
    machineState.offline = textOf(record, 'status') === 'offline';
    if (machineState.offline) context.observe(`${machine} is offline: the request waits for it`);
  }

  const pace = { clock, deadlineMs, signal, firstDelayMs: FIRST_DELAY_MS };
  const missed = async (): Promise<void> => {
    isAway = true;
    context.observe('the service does not answer; it is asked again');
  };
  const response = await poll(pace, claimOnce, missed).catch((error: unknown) => {
    throw isPerhapsLost && error instanceof Failure ? perhapsLost(error, locked.entry) : error;
  });
  if (locked.entry.state === 'sealed') return;
  if (response === undefined) throw endOfWait(locked.entry, machineState.offline, isPerhapsLost);
  const { failure, isOver } = failedClaim(locked.entry, {
    state: textOf(response.value, 'state'),
    error: memberOf(response.value, 'error'),
    requestId: response.requestId,
    offline: machineState.offline,
  });
  if (MAY_BE_REPLACED.has(failure.facts.code)) await markReplaced(locked.entry, context);
  // An entry that the disk holds back is removed with what expired.
  if (isOver) await removeEntry(locked, context.keychain).catch(() => undefined);
  throw failure;
}

function endOfWait(entry: SecretEntry, offline: boolean, isPerhapsLost: boolean): Failure {
  const pending = stillPending(entry, offline);
  if (!isPerhapsLost) return pending;
  const { next: _, ...facts } = pending.facts;
  return perhapsLost(new Failure(pending.kind, facts), entry);
}

/**
 * Stores the sealed bytes in the journal. The service hands them out once, so a failed write is
 * repeated until it succeeds, the person gives up, or the wait is over. Throws `Failure` then, and
 * removes the entry: nobody can get that value any more.
 */
async function storeSealed(
  locked: LockedEntry,
  sealed: string,
  context: SecretContext & { readonly deadlineMs: number },
): Promise<void> {
  const { clock, deadlineMs, keychain, observe, signal } = context;
  for (;;) {
    try {
      return await locked.move('receive', { sealed });
    } catch (error) {
      observe(`the value has arrived and cannot be stored: ${messageOf(error)}`);
      const leftMs = deadlineMs - clock.now();
      if (leftMs > 0 && (await pause(clock, Math.min(DISK_PAUSE_MS, leftMs), signal))) continue;
      await markReplaced(locked.entry, context);
      await removeEntry(locked, keychain).catch(() => undefined);
      throw notStored(locked.entry, error, signal.aborted);
    }
  }
}
