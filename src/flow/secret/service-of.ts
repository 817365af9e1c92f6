import type { FleetClient } from '../../client/fleet-client.ts';
import { usageFailure } from '../../contract/failure.ts';
import type { SecretContext } from './context.ts';
import type { SecretEntry } from './journal-entry.ts';

/**
 * The client for the service that an entry was asked of. Throws `Failure` usage where another one is
 * configured: its answers would be about something else, and the journal never decides where a key
 * is sent.
 */
export async function clientFor(entry: SecretEntry, desk: SecretContext): Promise<FleetClient> {
  const client = await desk.connect();
  if (client.baseUrl.text === entry.baseUrl) return client;
  throw usageFailure(
    'This secret was asked of another service',
    `It was ${entry.baseUrl}, and ${client.baseUrl.text} is configured now.`,
    `Add --base-url ${entry.baseUrl}, with the key that asked.`,
  );
}
