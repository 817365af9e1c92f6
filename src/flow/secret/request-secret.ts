import { newRequestId } from '../../client/request-id.ts';
import { Failure, notTheServiceFailure } from '../../contract/failure.ts';
import { CLAIM_TTL_SECONDS, COMMAND_TTL_SECONDS } from '../../contract/limits.ts';
import { toBase64url } from '../../sealing/base64url.ts';
import { createKeyPair, wipe } from '../../sealing/key-pair.ts';
import { memberOf, textOf } from '../response-member.ts';
import type { SecretContext } from './context.ts';
import type { SecretEntry } from './journal-entry.ts';
import type { LockedEntry } from './locked-entry.ts';
import { storePrivateKey } from './private-key.ts';
import { removeEntry } from './remove-entry.ts';
import type { Sink } from './sink/sink.ts';

export interface SecretRequest {
  readonly id: string;
  readonly machine: string;
  readonly name: string;
  /** Replaces a secret that the machine has already. */
  readonly force: boolean;
}

/** The last moment of a claim: the command's time to be collected, then the claim's own. */
function claimEndMs(nowMs: number, commandSeconds: number): number {
  return nowMs + (commandSeconds + CLAIM_TTL_SECONDS) * 1000;
}

/**
 * Asks a machine for a secret, sealed to a key made for this request (`POST
 * /machines/{machine}/secrets`), once the sink was checked. The entry is on the disk before anything
 * else, also before the check, which leaves a file behind where it is cut off. Throws `Failure`; where
 * the machine may have been asked the entry stays, else it is gone.
 */
export async function requestSecret(
  desk: SecretContext,
  request: SecretRequest,
  sink: Sink,
): Promise<LockedEntry> {
  const { clock, journal, random, vault } = desk;
  const client = await desk.connect();
  const pair = createKeyPair();
  const secretKey = toBase64url(pair.secretKey);
  const publicKey = toBase64url(pair.publicKey);
  wipe(pair.secretKey);
  const entry: SecretEntry = {
    ...request,
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
  const held = await journal.create(entry, clock);
  let isSending = false;
  try {
    await sink.check();
    await storePrivateKey(held, vault, secretKey);
    desk.signal.throwIfAborted();
    isSending = true;
    await send(held, desk);
    return held;
  } catch (error) {
    if (!isSending || (error instanceof Failure && certainlyNotSent(error))) {
      await removeEntry(held, desk.vault);
      throw error;
    }
    held.release();
    throw error instanceof Failure ? possiblySent(error, request.id) : error;
  }
}

async function send(held: LockedEntry, desk: SecretContext): Promise<void> {
  const { force, machine, name, publicKey, requestId } = held.entry;
  const client = await desk.connect();
  const answer = await client.request(
    'POST',
    `/api/v1/machines/${encodeURIComponent(machine)}/secrets`,
    {
      operationClass: 'write',
      requestId,
      body: JSON.stringify({ name, recipient_key: publicKey, ...(force && { force }) }),
      // What is on its way is waited for: an answer nobody reads would be a secret nobody gets.
      signal: new AbortController().signal,
    },
  );
  const commandId = textOf(answer.value, 'command_id');
  if (commandId === undefined) {
    throw notTheServiceFailure({
      detail: 'It names no command_id to claim the secret with.',
      requestId: answer.requestId,
    });
  }
  const seconds = memberOf(answer.value, 'expires_in_seconds');
  await held.move('accept', {
    commandId,
    expiresAtMs: claimEndMs(
      desk.clock.now(),
      typeof seconds === 'number' ? seconds : COMMAND_TTL_SECONDS,
    ),
  });
}

/** Refused for a reason of the caller's, or never sent. */
function certainlyNotSent({ kind, facts }: Failure): boolean {
  if (kind === 'refused') return (facts.status ?? 500) < 500;
  if (kind === 'network') return facts.code === 'not_connected' || facts.code === 'not_trusted';
  return kind === 'usage';
}

function possiblySent(failure: Failure, id: string): Failure {
  return new Failure(failure.kind, {
    ...failure.facts,
    advice:
      'Whether the machine was asked is not known, and it is not asked again by itself. ' +
      `\`fleet secret resume ${id}\` looks it up and goes on.`,
    extra: { ...failure.facts.extra, id },
  });
}
