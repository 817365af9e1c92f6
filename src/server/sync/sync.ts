import type { QueuedCommand, SyncRequest, SyncResponse } from '../../contract/sync.ts';
import { hold } from '../fleet/hold.ts';
import { machineTopic } from '../fleet/topics.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { hasPendingCommand } from '../store/commands.ts';
import { findMachine } from '../store/machines.ts';
import { formatId } from '../store/row-id.ts';
import type { MachineRow } from '../store/schema.ts';
import type { WriteTransaction } from '../store/store.ts';
import { authenticateMachine } from './authenticate-machine.ts';
import { claimCommands } from './claim-commands.ts';
import { parseSyncBody } from './sync-body.ts';
import { takeJobs } from './take-jobs.ts';
import { takeReport } from './take-report.ts';
import { takeResults } from './take-results.ts';

/**
 * One sync of a machine (`contract/sync.ts`): what it reports is written in one transaction, in
 * which it also collects its commands. Without any it is held for the seconds it offers.
 *
 * @param token the bearer token as sent, undefined without one
 * @param signal aborts when the machine hangs up or the server stops
 * @throws Refusal `unauthorized`, `invalid_key`, `invalid_request`, `unavailable`
 */
export async function sync(
  service: Service,
  token: string | undefined,
  body: unknown,
  signal: AbortSignal,
): Promise<SyncResponse> {
  const machine = await authenticateMachine(service.store, token);
  const request = parseSyncBody(body);
  const commands = await service.store.write((transaction) =>
    takeSync(transaction, machine, request),
  );
  return {
    machine: formatId('mac', machine.id),
    commands:
      commands.length > 0 ? commands : await holdForCommands(service, machine, request, signal),
    next_sync_seconds: service.settings.syncIntervalSeconds,
  };
}

async function takeSync(
  transaction: WriteTransaction,
  machine: MachineRow,
  request: SyncRequest,
): Promise<readonly QueuedCommand[]> {
  await requireConnected(transaction, machine);
  await takeReport(transaction, machine, request);
  await takeResults(transaction, machine, request.results);
  await takeJobs(transaction, machine, request.jobs);
  const known = new Set([...request.holding, ...request.results.map(({ command }) => command)]);
  return claimCommands(transaction, machine, ({ id }) => known.has(formatId('cmd', id)));
}

function holdForCommands(
  service: Service,
  machine: MachineRow,
  request: SyncRequest,
  signal: AbortSignal,
): Promise<readonly QueuedCommand[]> {
  const options = {
    service,
    topic: machineTopic(machine.id),
    holder: `machine:${machine.id}`,
    // Held any longer, the machine itself would look as if it had missed a sync.
    waitSeconds: Math.min(request.wait_seconds, service.settings.syncIntervalSeconds),
    signal,
  };
  return hold<readonly QueuedCommand[]>(options, async () => {
    const somethingNew = await service.store.read(async (db) => {
      const { disconnected_at } = (await findMachine(db, machine.organisation, machine.id)) ?? {};
      return disconnected_at !== null || hasPendingCommand(db, machine);
    });
    if (!somethingNew) return { value: [], done: false };
    const value = await service.store.write(async (transaction) => {
      await requireConnected(transaction, machine);
      // Meanwhile the machine may have collected others with a second request.
      return claimCommands(transaction, machine, ({ status }) => status !== 'pending');
    });
    return { value, done: value.length > 0 };
  });
}

/** A machine can be disconnected between its authentication and this transaction. */
async function requireConnected({ db }: WriteTransaction, machine: MachineRow): Promise<void> {
  const now = await findMachine(db, machine.organisation, machine.id);
  if (now?.disconnected_at !== null) {
    throw new Refusal('invalid_key', 'The machine was disconnected.');
  }
}
