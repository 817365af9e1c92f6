import type { HostedDelivery } from '../../contract/record/delivery.ts';
import type { QueuedCommand, SyncRequest, SyncResponse } from '../../contract/sync.ts';
import { hasPendingCommand } from '../commands/command-queries.ts';
import { formatId, parseId } from '../database/row-id.ts';
import type { MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { linkDeliveries } from '../deliveries/delivery-queries.ts';
import { collectDeliveries } from '../hosted-urls/collect-deliveries.ts';
import { hasUncollected } from '../hosted-urls/hosted-delivery-queries.ts';
import { saveLiveOutputs } from '../jobs/live-output.ts';
import { longPoll } from '../long-poll/long-poll.ts';
import { machineTopic } from '../long-poll/topics.ts';
import { findMachine } from '../machines/machine-queries.ts';
import { machineTurn } from '../machines/machine-turn.ts';
import type { Service } from '../service.ts';
import { authenticateMachine } from './authenticate-machine.ts';
import { claimCommands } from './claim-commands.ts';
import { pendingDeliveries } from './pending-deliveries.ts';
import { recordDeliveries } from './record-deliveries.ts';
import { recordJobs } from './record-jobs.ts';
import { disconnected, recordMachineReport } from './record-machine.ts';
import { recordResults } from './record-results.ts';
import { parseSyncBody } from './sync-request-schema.ts';

/** What a machine is given: commands, and webhooks that a hosted URL received. */
interface HandedOut {
  readonly commands: readonly QueuedCommand[];
  readonly hosted: readonly HostedDelivery[];
}

const NOTHING: HandedOut = { commands: [], hosted: [] };

/** What is kept of a sync while it is held: not its report, which may be megabytes. */
interface HeldSync {
  readonly machine: Pick<MachineRow, 'organisation' | 'id'>;
  readonly waitSeconds: number;
  readonly keepsBodies: boolean;
  readonly handed: HandedOut;
}

/**
 * One sync of a machine (`contract/sync.ts`): what it reports is written in one transaction, in
 * which it also collects its commands and webhooks. Where there are none it waits for the seconds that the
 * machine offers.
 *
 * Throws `Refusal` `unauthorized`, `invalid_key`, `invalid_request` or `unavailable`, and what `readBody` throws.
 *
 * @param token the bearer token as sent, undefined without one
 * @param readBody called once the token is known: without a valid one the body is not read
 * @param signal aborts when the machine disconnects or the server stops
 */
export async function sync(
  service: Service,
  token: string | undefined,
  readBody: (machine: MachineRow) => Promise<unknown>,
  signal: AbortSignal,
): Promise<SyncResponse> {
  const { machine, waitSeconds, keepsBodies, handed } = await report(service, token, readBody);
  const isEmpty = handed.commands.length === 0 && handed.hosted.length === 0;
  return {
    machine: formatId('mac', machine.id),
    ...(isEmpty ? await waitForWork(service, machine, waitSeconds, signal) : handed),
    store_payloads: keepsBodies,
    next_sync_seconds: service.settings.syncIntervalSeconds,
  };
}

async function report(
  service: Service,
  token: string | undefined,
  readBody: (machine: MachineRow) => Promise<unknown>,
): Promise<HeldSync> {
  const machine = await authenticateMachine(service.store, token);
  const request = parseSyncBody(await readBody(machine));
  const { keepsBodies, ...handed } = await service.store.write(
    (transaction) => recordSync(transaction, machine, request),
    [machineTurn(machine.id)],
  );
  const { organisation, id } = machine;
  return {
    machine: { organisation, id },
    waitSeconds: request.wait_seconds,
    keepsBodies,
    handed,
  };
}

async function recordSync(
  transaction: WriteTransaction,
  machine: MachineRow,
  request: SyncRequest,
): Promise<HandedOut & { readonly keepsBodies: boolean }> {
  const { reported, keepsBodies } = await recordMachineReport(transaction, machine, request);
  await recordResults(transaction, machine, { results: request.results, keepsBodies });
  await recordJobs(transaction, machine, request.jobs);
  await saveLiveOutputs(transaction, machine, request.outputs ?? []);
  await recordWebhooks(transaction, reported, { request, keepsBodies });
  const known = new Set([...request.holding, ...request.results.map(({ command }) => command)]);
  const commands = await claimCommands(transaction, machine, ({ id }) =>
    known.has(formatId('cmd', id)),
  );
  return { commands, hosted: await pendingDeliveries(transaction.db, machine), keepsBodies };
}

async function recordWebhooks(
  transaction: WriteTransaction,
  machine: MachineRow,
  { request, keepsBodies }: { readonly request: SyncRequest; readonly keepsBodies: boolean },
): Promise<void> {
  const { jobs, deliveries = [], collected = [] } = request;
  const ids = collected.map((id) => parseId('del', id)).filter((id) => id !== undefined);
  await collectDeliveries(transaction, machine, ids);
  await recordDeliveries(transaction, machine, { reports: deliveries, keepsBodies });
  const named = [...jobs, ...deliveries].map(({ machine_job_id: id }) => id);
  const machineJobIds = [...new Set(named.filter((id) => id !== null))];
  await linkDeliveries(transaction, machine, machineJobIds);
}

function waitForWork(
  service: Service,
  machine: HeldSync['machine'],
  waitSeconds: number,
  signal: AbortSignal,
): Promise<HandedOut> {
  const options = {
    service,
    topic: machineTopic(machine.id),
    owner: `machine:${machine.id}`,
    // With a longer wait the machine would count as having missed a sync.
    waitSeconds: Math.min(waitSeconds, service.settings.syncIntervalSeconds),
    signal,
    known: NOTHING,
  };
  return longPoll<HandedOut>(options, async () => {
    const somethingNew = await service.store.read(async (db) => {
      const { disconnected_at } = (await findMachine(db, machine.organisation, machine.id)) ?? {};
      if (disconnected_at !== null || (await hasPendingCommand(db, machine))) return true;
      return hasUncollected(db, machine);
    });
    if (!somethingNew) return { value: NOTHING, done: false };
    const value = await service.store.write(
      async (transaction) => {
        await requireConnected(transaction, machine);
        // Meanwhile the machine may have collected others with a second request.
        const isOld = ({ status }: { readonly status: string }) => status !== 'pending';
        const commands = await claimCommands(transaction, machine, isOld);
        return { commands, hosted: await pendingDeliveries(transaction.db, machine) };
      },
      [machineTurn(machine.id)],
    );
    return { value, done: value.commands.length + value.hosted.length > 0 };
  });
}

/** A machine can be disconnected between its authentication and this transaction. */
async function requireConnected(
  { db }: WriteTransaction,
  machine: HeldSync['machine'],
): Promise<void> {
  const now = await findMachine(db, machine.organisation, machine.id);
  if (now?.disconnected_at !== null) throw disconnected();
}
