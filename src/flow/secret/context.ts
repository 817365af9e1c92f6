import type { Clock } from '../../base/time/clock.ts';
import type { FleetClient } from '../../client/fleet-client.ts';
import type { Keychain } from '../../profile/keychain.ts';
import type { Journal } from './journal.ts';

/** What the secret flow works with; everything it touches outside of itself comes from here. */
export interface SecretContext {
  readonly journal: Journal;
  /** Where private keys are kept; they stay in the journal where it does not work. */
  readonly vault: Keychain;
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
