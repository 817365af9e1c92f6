import type { Clock } from '../../base/time/clock.ts';
import type { FleetClient } from '../../client/fleet-client.ts';
import { usageFailure } from '../../contract/failure.ts';
import type { Keychain } from '../../profile/keychain.ts';
import type { Journal } from './journal.ts';
import type { SecretEntry } from './journal-entry.ts';

/** What the secret flow works with; everything it touches outside of itself comes from here. */
export interface SecretContext {
  readonly journal: Journal;
  /** Where private keys are kept; they stay in the journal where it does not work. */
  readonly keychain: Keychain;
  /** Asked for only where the service is needed: a value that is here is delivered without it. */
  readonly connect: () => Promise<FleetClient>;
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Aborts when the person wants it to end; a request on its way is waited for. */
  readonly signal: AbortSignal;
  /** Bounds all waiting. */
  readonly followTimeoutMs: number;
  /** Told what is waited for, in a few words; names in it come from the command line. */
  readonly observe: (state: string) => void;
  /** Called before a value goes out: what is drawn on the terminal has to be gone by then. */
  readonly beforeDelivery: () => Promise<void>;
}

/**
 * The client for the service that an entry was asked of. Throws `Failure` usage where another one is
 * configured: its responses would be about something else, and the journal never decides where a key
 * is sent.
 */
export async function clientFor(entry: SecretEntry, context: SecretContext): Promise<FleetClient> {
  const client = await context.connect();
  if (client.baseUrl.text === entry.baseUrl) return client;
  throw usageFailure(
    'This secret was asked of another service',
    `It was ${entry.baseUrl}, and ${client.baseUrl.text} is configured now.`,
    { step: 'use_base_url', baseUrl: entry.baseUrl },
  );
}
