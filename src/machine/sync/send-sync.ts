import { retryAfterMs } from '../../base/headers/retry-after.ts';
import type { Clock } from '../../base/time/clock.ts';
import { SYNC_PATH, type SyncRequest } from '../../contract/sync.ts';
import { parseSyncResponse, type ReceivedSync } from './sync-response.ts';

/** Time for the answer beyond what the server was allowed to hold it. */
const RESPONSE_MS = 20_000;

/** No answer of ours is as large; what is larger comes from somebody else. */
const RESPONSE_BYTES_MAX = 32 * 1024 * 1024;

export interface SyncErrorFacts {
  /** The status of the answer, where there was one. */
  readonly status?: number | undefined;
  /** What the response asked to wait, if it did. */
  readonly retryAfterMs?: number | undefined;
}

/** A sync that was not answered as agreed. */
export class SyncError extends Error {
  readonly facts: SyncErrorFacts;

  constructor(message: string, facts: SyncErrorFacts = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SyncFailure';
    this.facts = facts;
  }
}

export type SendSync = (request: SyncRequest, signal: AbortSignal) => Promise<ReceivedSync>;

/**
 * The function that makes one sync: one POST, redirects not followed, bounded in time and size.
 * It rejects with `SyncFailure`, whatever went wrong.
 */
export function createSendSync(baseUrl: string, token: string, clock: Clock): SendSync {
  const url = `${baseUrl.replace(/\/+$/, '')}${SYNC_PATH}`;
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
      const late = limit.signal.aborted;
      throw new SyncError(late ? 'no answer in time' : causeOf(error), {}, { cause: error });
    } finally {
      endLimit();
    }
  };
}

async function readResponse(response: Response, clock: Clock): Promise<ReceivedSync> {
  const text = await readText(response);
  if (response.status !== 200) {
    throw new SyncError(`the server answered ${response.status}`, {
      status: response.status,
      retryAfterMs: retryAfterMs(Object.fromEntries(response.headers), clock.now()),
    });
  }
  const answer = parseSyncResponse(text);
  if (answer === null) throw new SyncError('the answer is not that of a sync', { status: 200 });
  return answer;
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > RESPONSE_BYTES_MAX) throw new SyncError('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** What the network said: fetch hides it one level down. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
