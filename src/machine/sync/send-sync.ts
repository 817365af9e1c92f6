import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { retryAfterMs } from '../../base/headers/retry-after.ts';
import { ADDRESS_ATTEMPT_MS } from '../../base/net/address-attempt.ts';
import type { Clock } from '../../base/time/clock.ts';
import { SYNC_PATH, type SyncRequest } from '../../contract/sync.ts';
import { parseSyncResponse, type ReceivedSync } from './sync-response.ts';

/** Time for the response, beyond the time that the server may hold the request. */
const RESPONSE_MS = 20_000;

/** The server's responses are smaller; a larger one does not come from it. */
const RESPONSE_BYTES_MAX = 32 * 1024 * 1024;

interface SyncErrorFacts {
  /** The status of the response, where there was one. */
  readonly status?: number | undefined;
  /** What the response asked to wait, if it did. */
  readonly retryAfterMs?: number | undefined;
}

/** A sync without a valid response. */
export class SyncError extends Error {
  readonly facts: SyncErrorFacts;

  constructor(message: string, facts: SyncErrorFacts = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SyncError';
    this.facts = facts;
  }
}

export type SendSync = (request: SyncRequest, signal: AbortSignal) => Promise<ReceivedSync>;

/**
 * The function that makes one sync: one POST, redirects not followed, limited in time and size. It
 * rejects with `SyncError`, whatever the cause.
 */
export function createSendSync(baseUrl: string, token: string, clock: Clock): SendSync {
  // `fetch` has no other way to be told.
  setDefaultAutoSelectFamilyAttemptTimeout(ADDRESS_ATTEMPT_MS);
  const url = `${baseUrl.replace(/(?<!\/)\/+$/, '')}${SYNC_PATH}`;
  return async (request, signal) => {
    const limit = new AbortController();
    const endLimit = clock.after(request.wait_seconds * 1000 + RESPONSE_MS, () => limit.abort());
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(request),
        redirect: 'manual',
        signal: AbortSignal.any([signal, limit.signal]),
      });
      return await readResponse(response, clock);
    } catch (error) {
      if (error instanceof SyncError) throw error;
      const isTimeout = limit.signal.aborted;
      throw new SyncError(isTimeout ? 'no response in time' : causeOf(error), {}, { cause: error });
    } finally {
      endLimit();
    }
  };
}

async function readResponse(response: Response, clock: Clock): Promise<ReceivedSync> {
  const text = await readText(response);
  if (response.status !== 200) {
    throw new SyncError(`the server responded with ${response.status}`, {
      status: response.status,
      retryAfterMs: retryAfterMs(Object.fromEntries(response.headers), clock.now()),
    });
  }
  const received = parseSyncResponse(text);
  if (received === undefined) {
    throw new SyncError('the response is not that of a sync', { status: 200 });
  }
  return received;
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > RESPONSE_BYTES_MAX) throw new SyncError('the response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The message of the network error, which fetch wraps. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
