import { catalogueIn, requestCatalogue } from '../../client/catalogue/fetch.ts';
import { catalogueForHelp } from '../../client/catalogue/read.ts';
import { type FleetClient, openClient } from '../../client/fleet-client.ts';
import type { FleetResponse } from '../../client/response.ts';
import { requireKeyHolder } from '../../contract/expected-record.ts';
import { Failure } from '../../contract/failure.ts';
import { keyOf } from '../../profile/key-origin.ts';
import { interruptionSignal } from '../../terminal/interruption.ts';
import { catalogueCacheForHelp } from '../catalogue-cache.ts';
import type { Runtime } from '../runtime.ts';
import { VERSION } from '../version.ts';
import type { Access, AskedFor } from './check-access.ts';
import { checkMcp } from './check-mcp.ts';
import type { Checklist } from './checklist.ts';

const TIMEOUT_MS = 5000;

/** A sealed secret can be collected for two minutes; half of that is too much to be wrong by. */
const SKEW_MAX_SECONDS = 60;

/** Whether the service answers, with the key where there is one, and agrees about the time. */
export async function checkService(
  list: Checklist,
  runtime: Runtime,
  { baseUrl, credential, profile }: Access,
): Promise<void> {
  if (baseUrl === undefined) return;
  const { clock, environment, random } = runtime;
  await attemptOnPath(list, async () => {
    const client = openClient({
      baseUrl,
      clock,
      environment,
      random,
      version: VERSION,
      signal: interruptionSignal(),
      timeoutMs: TIMEOUT_MS,
      ...(credential !== undefined && keyOf(credential, { profile })),
    });
    try {
      // Without a key there is one route that answers: the prices.
      const path = credential === undefined ? '/api/v1/pricing' : '/api/v1/me';
      const startedAt = clock.now();
      const answer = await askOnce(client, path);
      const tookMs = Math.round(clock.now() - startedAt);
      list.ok('service', `GET ${path} answered in ${tookMs} ms`);
      checkClock(list, answer, clock.now());
      // Another service may answer there too, but has no catalogue.
      if (credential === undefined) return;
      await checkOffered(list, client);
      requireKeyHolder(answer.value, answer.requestId);
      await checkMcp(list, runtime, credential);
    } finally {
      await client.close();
    }
  });
}

/** As an attempt of the check `service`; where the proxy has failed, that check does too. */
async function attemptOnPath(list: Checklist, act: () => Promise<void>): Promise<void> {
  await list.attempt('service', async () => {
    try {
      await act();
    } catch (error) {
      if (error instanceof Failure && isOfProxy(error)) list.failure('proxy', error);
      throw error;
    }
  });
}

function isOfProxy({ facts }: Failure): boolean {
  return facts.code === 'proxy_refused' || facts.extra?.['proxy'] !== undefined;
}

/** Whether the service gives its catalogue; it is not kept. */
async function checkOffered(list: Checklist, client: FleetClient): Promise<void> {
  await list.attempt('catalogue', async () => {
    await catalogueIn(await requestCatalogue({ client }, undefined, TIMEOUT_MS), client);
  });
}

/** The catalogue that help and completion show, and runs start from, unless it was found that there is none. */
export async function checkCatalogue(
  list: Checklist,
  runtime: Runtime,
  { flags, profiles }: AskedFor,
): Promise<void> {
  if (list.checks.some(({ check }) => check === 'catalogue')) return;
  const cache = catalogueCacheForHelp(runtime, flags, profiles);
  const { fetchedAtMs, operations } = await catalogueForHelp(cache, runtime.clock);
  const count = `${operations.count} operations`;
  if (fetchedAtMs === undefined) {
    list.ok('catalogue', `${count}, as built in; none has been fetched yet`);
    return;
  }
  list.ok('catalogue', `${count}, fetched ${new Date(fetchedAtMs).toISOString()}`);
}

function askOnce(client: FleetClient, path: string): Promise<FleetResponse> {
  return client.request('GET', path, { operationClass: 'read', triesMax: 1 });
}

/** `Date` has whole seconds (RFC 9110, 6.6.1), which is fine enough here. */
function checkClock(list: Checklist, { headers }: FleetResponse, nowMs: number): void {
  const toldMs = Date.parse(headers['date'] ?? '');
  if (Number.isNaN(toldMs)) return;
  const seconds = Math.round((nowMs - toldMs) / 1000);
  if (Math.abs(seconds) <= SKEW_MAX_SECONDS) {
    list.ok('clock', 'agrees with that of the service');
    return;
  }
  const side = seconds > 0 ? 'ahead of' : 'behind';
  list.wrong({
    check: 'clock',
    state: 'warning',
    detail: `The clock of this computer is ${Math.abs(seconds)} s ${side} that of the service.`,
    fix: 'Set it, best by NTP: shown times and time limits depend on it.',
  });
}
