import { onTestFinished } from 'vitest';
import { type FleetClient, openClient } from '../../src/client/fleet-client.ts';
import type { FleetClientOptions } from '../../src/client/request.ts';
import { parseBaseUrl } from '../../src/contract/base-url.ts';
import { Failure } from '../../src/contract/failure.ts';
import { createSkippingClock } from './skipping-clock.ts';

export const TEST_KEY = 'fleet_k1_S3cretS3cretS3cret';

/** A client for `url` on a test clock; it is closed when the test ends. */
export function openTestClient(
  url: string,
  options: Partial<Omit<FleetClientOptions, 'baseUrl'>> = {},
): FleetClient {
  const client = openClient({
    baseUrl: parseBaseUrl(url),
    key: TEST_KEY,
    // Pauses between tries pass at once; the time in which a connection must be made does not.
    clock: createSkippingClock({ skipUpToMs: 9_000 }),
    random: () => 0.5,
    version: '0.0.0',
    environment: {},
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

/** The failure in which `promise` ends, as plain data; anything else fails the test. */
export async function failureOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw new Error(`no Failure but ${String(error)}`);
  return { kind: error.kind, ...error.facts };
}
