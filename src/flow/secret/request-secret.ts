import { WriteError } from '../../base/disk/write-error.ts';
import { newRequestId } from '../../client/request-id.ts';
import { leavesOpen } from '../../client/retry.ts';
import { Failure, notTheServiceFailure } from '../../contract/failure.ts';
import { CLAIM_TTL_SECONDS, COMMAND_TTL_SECONDS } from '../../contract/limits.ts';
import { memberOf } from '../../contract/response-member.ts';
import { toBase64url } from '../../sealing/base64url.ts';
import { createKeyPair, wipe } from '../../sealing/key-pair.ts';
import type { SecretContext } from './context.ts';
import { idIn } from './id-in.ts';
import type { SecretEntry } from './journal-entry.ts';
import type { LockedEntry } from './locked-entry.ts';
import { storePrivateKey } from './private-key.ts';
import { readableKey } from './readable-file.ts';
import { removeEntry } from './remove-entry.ts';
import type { Sink } from './sink/sink.ts';
import { tellOnInterrupt } from './tell-on-interrupt.ts';

interface NewSecretRequest {
  readonly id: string;
  readonly machine: string;
  /** By which it is asked, where it is known: a name may mean another machine by then. */
  readonly machineId?: string | undefined;
  readonly name: string;
  /** Replaces a secret that the machine has already. */
  readonly force: boolean;
}

/** No command waits longer to be collected: a number beyond it means something else. */
const COMMAND_SECONDS_MAX = 24 * 3600;

/** The last moment of a claim: the command's time to be collected, then the claim's own. */
function claimEndMs(nowMs: number, expiresInSeconds: unknown): number {
  const isUsable =
    typeof expiresInSeconds === 'number' &&
    expiresInSeconds >= 0 &&
    expiresInSeconds <= COMMAND_SECONDS_MAX;
  const commandSeconds = isUsable ? expiresInSeconds : COMMAND_TTL_SECONDS;
  return nowMs + (commandSeconds + CLAIM_TTL_SECONDS) * 1000;
}

/**
 * Requests a secret from a machine, sealed to a key made for this request (`POST
 * /machines/{machine}/secrets`), once the sink was checked. The entry is on the disk before anything
 * else, also before the check, which leaves a file behind where it is cut off. Throws `Failure`; where
 * the request may have arrived the entry stays, else it is removed.
 */
export async function requestSecret(
  context: SecretContext,
  { machineId, ...request }: NewSecretRequest,
  sink: Sink,
): Promise<LockedEntry> {
  const { clock, journal, random, keychain } = context;
  const client = await context.connect();
  const pair = createKeyPair();
  const secretKey = toBase64url(pair.secretKey);
  const publicKey = toBase64url(pair.publicKey);
  wipe(pair.secretKey);
  const entry: SecretEntry = {
    ...request,
    ...(machineId !== undefined && { machineId }),
    target: sink.target,
    state: 'asking',
    baseUrl: client.baseUrl.text,
    requestId: newRequestId(random),
    commandId: null,
    askedAtMs: clock.now(),
    expiresAtMs: claimEndMs(clock.now(), COMMAND_TTL_SECONDS),
    keyStore: 'unsettled',
    publicKey,
    secretKey: null,
    sealed: null,
  };
  const locked = await journal.create(entry, clock);
  let isSending = false;
  try {
    const file = await sink.check();
    await storePrivateKey(locked, { clock, keychain, secretKey });
    const keyFile =
      locked.entry.keyStore === 'journal' ? await readableKey(locked.path) : undefined;
    for (const each of [file, keyFile]) if (each !== undefined) await context.canBeRead(each);
    context.signal.throwIfAborted();
    isSending = true;
    await send(locked, context);
    return locked;
  } catch (error) {
    if (!isSending || (error instanceof Failure && certainlyNotSent(error))) {
      await removeEntry(locked, context.keychain);
      throw error;
    }
    locked.release();
    if (error instanceof WriteError) throw accepted(error, request.id);
    throw error instanceof Failure ? possiblySent(error, request.id) : error;
  }
}

async function send(locked: LockedEntry, context: SecretContext): Promise<void> {
  const { force, id, machine, machineId, name, publicKey, requestId } = locked.entry;
  const client = await context.connect();
  const asking = client.request(
    'POST',
    `/api/v1/machines/${encodeURIComponent(machineId ?? machine)}/secrets`,
    {
      operationClass: 'write',
      requestId,
      body: JSON.stringify({ name, recipient_key: publicKey, ...(force && { force }) }),
      // Never aborted: a response that nobody reads would be a secret that nobody gets.
      signal: context.signal,
      sendingSignal: new AbortController().signal,
    },
  );
  const response = await tellOnInterrupt(context, id, asking);
  const acceptedAtMs = context.clock.now();
  const commandId = idIn(response.value, 'command_id');
  if (commandId === undefined) {
    throw notTheServiceFailure({
      detail: 'It names no usable command_id to claim the secret with.',
      requestId: response.requestId,
    });
  }
  const seconds = memberOf(response.value, 'expires_in_seconds');
  await locked.move('accept', {
    commandId,
    acceptedAtMs,
    expiresAtMs: claimEndMs(acceptedAtMs, seconds),
  });
}

/** Refused for a reason of the caller's, or never sent. */
function certainlyNotSent({ kind, facts }: Failure): boolean {
  if (kind === 'refused') return !leavesOpen(facts.status ?? 500);
  if (kind === 'network' || kind === 'interrupted') return facts.wasSent === false;
  return kind === 'usage';
}

/** The service took the request, and the journal does not say so yet. */
function accepted(cause: WriteError, id: string): Failure {
  const facts = {
    code: 'not_stored',
    title: 'The machine was asked, and the journal cannot be written',
    detail: cause.message,
    advice: 'Nothing is lost: the request is found by its id, and is not sent again.',
    next: [{ step: 'resume_secret', id, intoFile: false }],
    extra: { id },
  } as const;
  return new Failure('local', facts, { cause });
}

function possiblySent(failure: Failure, id: string): Failure {
  return new Failure(failure.kind, {
    ...failure.facts,
    advice: 'Whether the machine got the request is not known, and it is not sent again by itself.',
    next: [{ step: 'resume_secret', id, intoFile: false }],
    extra: { ...failure.facts.extra, id },
  });
}
