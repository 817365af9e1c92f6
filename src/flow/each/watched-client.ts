import type { FleetClient } from '../../client/fleet-client.ts';
import type { FleetResponse } from '../../client/response.ts';
import { leavesOpen } from '../../client/retry.ts';
import { Failure, interruptedFailure } from '../../contract/failure.ts';
import type { Pace } from './pace.ts';

/** Whether an operation reached the service; `no` only where it surely did not run. */
export type WasSent = 'yes' | 'no' | 'unknown';

interface WatchedClient {
  readonly client: FleetClient;
  /** What is known by now of the operation that was sent. */
  sent(): WasSent;
  /** Its response, where one came. */
  response(): FleetResponse | undefined;
}

export interface Watching {
  readonly pace: Pace;
  /** No request goes once this has aborted. */
  readonly signal: AbortSignal;
  /** Ends the operation that is on its way; later than `signal`, so that its response may still come. */
  readonly sendingSignal: AbortSignal;
  /** Gets each wait before an operation is sent again. */
  readonly waits?: ((waitMs: number) => void) | undefined;
}

/** A refusal is waited out this often, each time as long as the service asks. */
const REFUSALS_MAX = 5;
const HOLD_MS = 5_000;
const HOLD_MS_MAX = 60_000;

/**
 * A client that sends one operation at the given pace and notes whether it was sent; of its other
 * requests only the pace is kept. An operation that the service refuses for the rate limit (429), and so
 * did not run, is sent again.
 */
export function watchClient(client: FleetClient, watching: Watching): WatchedClient {
  const { pace, sendingSignal, signal, waits = () => {} } = watching;
  let sent: WasSent = 'no';
  let response: FleetResponse | undefined;

  async function attempt(...call: Parameters<FleetClient['callTool']>) {
    if (!(await pace.take(signal))) throw interruptedFailure({ wasSent: false });
    const [name, body, options] = call;
    sent = 'unknown';
    try {
      response = await client.callTool(name, body, { ...options, signal, sendingSignal, waits });
      sent = 'yes';
      return response;
    } catch (error) {
      sent = sentBefore(error);
      throw error;
    }
  }

  return {
    sent: () => sent,
    response: () => response,
    client: {
      ...client,
      async callTool(...call) {
        for (let refusals = 1; ; refusals += 1) {
          try {
            return await attempt(...call);
          } catch (error) {
            if (!isRateLimited(error) || refusals > REFUSALS_MAX) throw error;
            const { retryAfterSeconds } = error.facts;
            const askedMs = retryAfterSeconds === undefined ? HOLD_MS : retryAfterSeconds * 1000;
            const holdMs = Math.min(askedMs, HOLD_MS_MAX);
            waits(holdMs);
            pace.hold(holdMs);
          }
        }
      },
      async request(...request) {
        if (!(await pace.take(signal))) throw interruptedFailure();
        return client.request(...request);
      },
    },
  };
}

/** What an error says of the operation that it ended. */
function sentBefore(error: unknown): WasSent {
  if (!(error instanceof Failure)) return 'unknown';
  const { kind, facts } = error;
  if (isRateLimited(error) || facts.wasSent === false) return 'no';
  const isAnswer = kind === 'refused' && facts.status !== undefined && !leavesOpen(facts.status);
  return isAnswer ? 'yes' : 'unknown';
}

function isRateLimited(error: unknown): error is Failure {
  return error instanceof Failure && error.kind === 'refused' && error.facts.status === 429;
}
