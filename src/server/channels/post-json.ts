import type { Clock } from '../../base/time/clock.ts';
import { TRY_MS_MAX } from './notification-state.ts';

interface Posting {
  readonly address: string;
  readonly body: object;
  readonly clock: Clock;
  /** Gives the try up. */
  readonly signal: AbortSignal;
}

/**
 * Posts JSON to a receiver of alerts, which has ten seconds to answer 2xx. Redirects are not followed
 * and only the status of the response is read. Gives why the JSON did not arrive, in words that name
 * neither the address nor the response; undefined where it did.
 */
export async function postJson(posting: Posting): Promise<string | undefined> {
  const { address, body, clock, signal } = posting;
  const late = new AbortController();
  const cancel = clock.after(TRY_MS_MAX, () => late.abort());
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'fleet' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.any([late.signal, signal]),
    });
    await response.body?.cancel();
    if (response.ok) return undefined;
    const redirected = response.status >= 300 && response.status < 400;
    return `answered ${response.status}${redirected ? '; redirects are not followed' : ''}`;
  } catch (error) {
    if (late.signal.aborted) return `no answer within ${TRY_MS_MAX / 1000} seconds`;
    if (signal.aborted) return 'given up before it was answered';
    return `cannot be reached (${codeOf(error)})`;
  } finally {
    cancel();
  }
}

/** The code of what went wrong below `fetch`, such as ECONNREFUSED. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : 'no connection';
}
