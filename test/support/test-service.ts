import { expect, onTestFinished } from 'vitest';
import type { SyncRequest, SyncResponse } from '../../src/contract/sync.ts';
import { createRateLimit } from '../../src/server/access/rate-limit.ts';
import type { Call } from '../../src/server/catalogue/operation.ts';
import { openStore } from '../../src/server/database/open-store.ts';
import type { MachineRow } from '../../src/server/database/schema.ts';
import { createRefusedWebhooks } from '../../src/server/hosted-urls/refused-webhooks.ts';
import { createWaiters, type WaiterLimits } from '../../src/server/long-poll/waiters.ts';
import { sync } from '../../src/server/machine-api/sync.ts';
import { pairMachine } from '../../src/server/machines/pair-machine.ts';
import { resolveMachine } from '../../src/server/machines/resolve-machine.ts';
import { insertOrganisation } from '../../src/server/organisation/organisation-queries.ts';
import { REACTIONS } from '../../src/server/reactions.ts';
import type { Service } from '../../src/server/service.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { databaseOf } from './postgres/test-database.ts';
import { newMigratedFolder } from './setup/migrated-folder.ts';
import { machineReport, syncRequest } from './sync-reports.ts';

export interface TestService {
  readonly service: Service;
  readonly clock: FakeClock;
  readonly organisation: number;
  /** A call of an admin key of this organisation, or of another one. */
  call(options?: { readonly organisation?: number; readonly signal?: AbortSignal }): Call;
  pair(name: string, organisation?: number): Promise<PairedMachine>;
  addOrganisation(slug: string): Promise<number>;
  /** Resolves once a request is held: it has looked, and waits for a wake or its time. */
  untilHeld(): Promise<void>;
}

export interface PairedMachine {
  readonly row: MachineRow;
  readonly token: string;
  sync(changes?: Partial<SyncRequest>, signal?: AbortSignal): Promise<SyncResponse>;
}

export interface TestServiceOptions {
  readonly maxHoldSeconds?: number;
  readonly waiterLimits?: WaiterLimits;
}

/** The service on a real store with a clock that moves when told; syncs are expected every 10 s. */
export async function openTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const clock = createFakeClock();
  const waiters = createWaiters(options.waiterLimits);
  const onWake = (topics: readonly string[]) => waiters.wake(topics);
  const folder = newMigratedFolder();
  const database = await databaseOf(folder);
  const store = await openStore({ folder, database, clock, role: 'server', onWake }, REACTIONS);
  onTestFinished(() => store.close());
  const { maxHoldSeconds = 240 } = options;
  const service: Service = {
    store,
    clock,
    waiters,
    rateLimit: createRateLimit(),
    refusedWebhooks: createRefusedWebhooks(),
    startedAtMs: clock.now(),
    newestSyncMs: clock.now(),
    baseUrl: () => 'http://127.0.0.1:8787',
    settings: { maxHoldSeconds, syncIntervalSeconds: 10, enforcePlans: false },
  };
  const addOrganisation = async (slug: string) =>
    (await store.write((tx) => insertOrganisation(tx, { slug, name: slug }))).id;
  const organisation = await addOrganisation('acme');
  const never = new AbortController().signal;
  return {
    service,
    clock,
    organisation,
    addOrganisation,
    untilHeld: () => expect.poll(() => waiters.waiting).toBe(1),
    call: ({ organisation: other = organisation, signal = never } = {}) => ({
      service,
      signal,
      requestId: 'req-1',
      caller: {
        organisation: other,
        kind: 'api_key',
        id: 'key_1',
        name: 'tests',
        scope: 'fleet:admin',
        role: 'admin',
        credential: 'key_1',
      },
    }),
    pair: async (name, of = organisation) => {
      const actor = { kind: 'system', id: null, name: 'tests' } as const;
      const { machine, token } = await pairMachine(store, { organisation: of, name, actor });
      return {
        row: machine,
        token,
        sync: (changes, signal = never) =>
          sync(service, token, async () => ({ ...syncRequest(clock.now()), ...changes }), signal),
      };
    },
  };
}

/** What a job asks in these tests. */
export const QUESTION = {
  text: 'Deploy now?',
  context: null,
  choices: { options: ['yes', 'no'], recommended: 'yes', multiple: false },
};

/** The service with the machine `build-01`, which has reported once and is in control mode. */
export async function openServiceWithMachine() {
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  await machine.sync({ report: machineReport() });
  const row = await resolveMachine(fixture.call(), 'build-01');
  return { fixture, machine: { ...machine, row } };
}
