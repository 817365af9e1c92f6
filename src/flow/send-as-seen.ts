import type { FleetClient } from '../client/fleet-client.ts';
import { Failure } from '../contract/failure.ts';

/** What was sent, or what a look found in place of what was seen. */
type SentAsSeen<Result, Changed> =
  | { readonly kind: 'sent'; readonly result: Result }
  | { readonly kind: 'changed'; readonly changed: Changed };

/**
 * Sends what a person or a plan decided on by what they saw, where `look` finds nothing else (undefined)
 * there. `send` hands the look on to the client as `beforeTry`: the wait for another try may be long.
 * Throws what either throws.
 */
export async function sendAsSeen<Result, Changed>(
  look: () => Promise<Changed | undefined>,
  send: (beforeTry: () => Promise<void>) => Promise<Result>,
): Promise<SentAsSeen<Result, Changed>> {
  const found: { changed?: Changed } = {};
  try {
    const result = await send(async () => {
      const changed = await look();
      if (changed === undefined) return;
      found.changed = changed;
      throw changedMeanwhile();
    });
    return { kind: 'sent', result };
  } catch (error) {
    if (found.changed === undefined) throw error;
    return { kind: 'changed', changed: found.changed };
  }
}

/** A client that looks before each try of one operation, but for a call that brings a look of its own. */
export function lookingClient(
  client: FleetClient,
  operation: string,
  beforeTry: () => Promise<void>,
): FleetClient {
  return {
    ...client,
    callTool(name, body, options) {
      const isLookedAt = name !== operation || options.beforeTry !== undefined;
      return client.callTool(name, body, isLookedAt ? options : { ...options, beforeTry });
    },
  };
}

/** Thrown by a look where what was seen is no longer there. */
export function changedMeanwhile(title = 'It was changed meanwhile'): Failure {
  const facts = { code: 'changed_meanwhile', title, detail: 'Nothing was sent.', wasSent: false };
  return new Failure('conflict', facts);
}
