import type { Clock } from '../../base/time/clock.ts';
import type { FleetClient } from '../../client/fleet-client.ts';
import { usageFailure } from '../../contract/failure.ts';
import type { Keychain } from '../../profile/keychain/keychain.ts';
import type { Journal } from './journal.ts';
import type { SecretEntry, SinkTarget } from './journal-entry.ts';
import type { NewerMark } from './newer-mark.ts';
import type { ReadableFile } from './readable-file.ts';
import type { OtherRequest } from './request-order.ts';

/** What the secret flow needs from outside: journal, keychain, service, clock and terminal. */
export interface SecretContext {
  readonly journal: Journal;
  /** Where private keys are kept; they stay in the journal where it does not work. */
  readonly keychain: Keychain;
  /** Called only where the service is needed: a value that has arrived is delivered without it. */
  readonly connect: () => Promise<FleetClient>;
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Aborts when the person wants it to end; a request on its way is waited for, and no other begun. */
  readonly signal: AbortSignal;
  /** Bounds all waiting. */
  readonly followTimeoutMs: number;
  /** Called with what is waited for, in a few words; names in it come from the command line. */
  readonly observe: (state: string) => void;
  /** Called before the machine is asked where others can read a file that has, or gets, what is secret. */
  readonly canBeRead: (file: ReadableFile) => Promise<void>;
  /** Called for each other request of the name of a value that has come, where that has something to it. */
  readonly otherRequest: (other: OtherRequest) => Promise<void>;
  /**
   * Called before an older value goes out although a newer one of its name has come. Rejects with `Failure` where no
   * person agrees to that.
   */
  readonly newerCame: (older: SecretEntry, newer: NewerMark) => Promise<void>;
  /**
   * Called before a value that has come takes the place of another one of its name in an env file. Rejects with
   * `Failure` where a person does not agree to that.
   */
  readonly replacesValue: (entry: SecretEntry, envFile: string) => Promise<void>;
  /** Called soon after `signal` where a request is on its way and waited for, with the entry that stays. */
  readonly waitsOn: (id: string) => void;
  /**
   * Called before a value goes out, with it and where to: what is drawn on the terminal has to be gone by then, and
   * whoever shows what lies there has to know that it is a secret.
   */
  readonly beforeDelivery: (value: Uint8Array, target: SinkTarget) => Promise<void>;
}

/**
 * The client for the service that an entry was requested from. Throws `Failure` usage where another one is
 * configured: its responses would be about something else, and the journal never decides where a key
 * is sent.
 */
export async function clientFor(entry: SecretEntry, context: SecretContext): Promise<FleetClient> {
  const client = await context.connect();
  if (client.baseUrl.text === entry.baseUrl) return client;
  throw usageFailure(
    'This secret was requested from another service',
    `It was ${entry.baseUrl}, and ${client.baseUrl.text} is configured now.`,
    { step: 'use_base_url', baseUrl: entry.baseUrl },
  );
}
