import { messageOf } from '../base/errors.ts';
import type { ListenAddress } from '../base/net/listen-address.ts';
import type { Clock } from '../base/time/clock.ts';
import { type Assembled, assembleMachine } from './assemble.ts';
import { CommandExecutor } from './commands/command-executor.ts';
import { CommandJournal } from './commands/command-journal.ts';
import type { Host } from './host.ts';
import type { Machine } from './machine.ts';
import { machineReport } from './report/machine-report.ts';
import { createReportLog } from './report/report-log.ts';
import { systemNotes } from './runners/programs-problem.ts';
import { runSchedules } from './schedules/scheduler.ts';
import type { ServiceControl } from './service.ts';
import { Outbox } from './sync/outbox.ts';
import { pullLoop } from './sync/pull-loop.ts';
import { createSendSync, type SendSync } from './sync/send-sync.ts';
import { createWakeSignal } from './sync/wake-signal.ts';
import { watchFolder } from './watch-folder.ts';
import { openWebhooks, type Webhooks } from './webhooks/open-webhooks.ts';

/** How long the last sync may take when the machine stops. */
const LAST_SYNC_MS = 2_000;

interface RunMachineOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly folder: string;
  readonly listen: ListenAddress | undefined;
  readonly clock: Clock;
  readonly host: Host;
  readonly log: ((line: string) => void) | undefined;
  /** Stops the machine when it aborts. */
  readonly signal: AbortSignal | undefined;
  readonly service: ServiceControl;
}

export interface MachineRun {
  /** Resolves when the machine has stopped; rejects where the server rejects its token. */
  readonly ended: Promise<void>;
  /** Ends the running jobs, reports them and stops. */
  stop(): Promise<void>;
}

/**
 * Assembles the machine and starts everything that runs: syncs, schedules, webhooks and the queue of
 * jobs. Throws `Failure` where the folder or the listen address cannot be used.
 */
export async function runMachine(options: RunMachineOptions): Promise<MachineRun> {
  const { clock, host, service } = options;
  const wakeSignal = createWakeSignal();
  const assembled = await assembleMachine({
    root: options.folder,
    clock,
    host,
    token: options.token,
    service: service.facts,
    log: options.log,
    changed: wakeSignal.wake,
  });
  const { machine } = assembled;
  const executor = await openExecutor(assembled, wakeSignal.wake);
  const webhooks = await openOrRelease(assembled, options.listen, wakeSignal.wake);
  service.setWebhookUrl(webhooks.url);
  const outbox = openOutbox(assembled, executor, webhooks);
  const send = createSendSync(options.baseUrl, options.token, clock);
  const stopping = new AbortController();
  const loop = service.run(stopping.signal, (signal) => {
    outbox.forgetReport();
    return pullLoop({
      send,
      outbox,
      receive: (commands) => executor.receive(commands),
      wakeSignal,
      clock,
      random: host.random,
      log: machine.log,
      waitSeconds: async () => (await machine.config.read()).config.wait_seconds,
      onResponse(response) {
        webhooks.onResponse(response);
        service.synced();
      },
      signal,
    });
  });
  machine.log.write(`the machine on ${host.hostname} uses the folder ${machine.folder.root}`);
  await warnOfRights(machine);
  for (const note of systemNotes(host.platform)) machine.log.write(note);
  machine.jobs.startQueued();
  const schedules = runSchedules(machine, stopping.signal);
  const watching = watchFolder(machine.folder, clock, wakeSignal.wake);
  const ended = untilEnd(loop, assembled)
    .finally(() => {
      stopping.abort();
      watching.close();
      return Promise.all([webhooks.close(), schedules]);
    })
    .then(() => sendLastSync(send, outbox, clock))
    .finally(() => release(assembled, executor));
  const stop = async () => {
    executor.stop();
    await machine.jobs.end('machine_stopped', 'the machine was stopped while the job ran');
    await executor.settled();
    stopping.abort();
    await ended.catch(() => undefined);
  };
  if (options.signal?.aborted) void stop();
  else options.signal?.addEventListener('abort', () => void stop(), { once: true });
  return { ended, stop };
}

/** Root can do anything here, and what skills say comes from whoever may save one. */
async function warnOfRights({ config, host, log }: Machine): Promise<void> {
  if (host.user !== 0 || (await config.read()).config.run_as !== null) return;
  log.write('jobs run as root, with all its rights: name another user in run_as of fleet.yaml');
}

function openOutbox({ machine }: Assembled, commands: CommandExecutor, webhooks: Webhooks): Outbox {
  const logReport = createReportLog(machine.log);
  return new Outbox({
    clock: machine.clock,
    store: machine.store,
    commands,
    feeds: [...webhooks.feeds, machine.outputs],
    async report() {
      const report = await machineReport(machine);
      logReport(report);
      return report;
    },
    scrub: machine.secrets.scrub,
    log: machine.log,
  });
}

async function openExecutor(
  { machine, lock }: Assembled,
  finished: () => void,
): Promise<CommandExecutor> {
  try {
    const journal = new CommandJournal(machine.folder.commands, machine.clock);
    await journal.load();
    const executor = new CommandExecutor({ machine, journal, finished });
    await executor.recover();
    return executor;
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openOrRelease(
  { machine, lock }: Assembled,
  listen: ListenAddress | undefined,
  changed: () => void,
): Promise<Webhooks> {
  try {
    return await openWebhooks({ machine, listen, changed });
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function untilEnd(loop: Promise<void>, { machine }: Assembled): Promise<void> {
  try {
    await loop;
  } catch (error) {
    machine.log.write(`the machine stops: ${messageOf(error)}`);
    await machine.jobs.end('machine_stopped', 'the machine stopped while the job ran');
    throw error;
  }
}

/** Reports how the jobs ended; where the server does not respond, the next start reports it. */
async function sendLastSync(send: SendSync, outbox: Outbox, clock: Clock): Promise<void> {
  const batch = await outbox.collect({ always: false });
  if (batch === undefined) return;
  const limit = new AbortController();
  const endLimit = clock.after(LAST_SYNC_MS, () => limit.abort());
  try {
    await send(batch.request, limit.signal);
    outbox.acknowledge(batch);
  } catch {
    // The jobs stay marked as not reported on disk, so that the next start reports them.
  } finally {
    endLimit();
  }
}

async function release({ machine, lock }: Assembled, executor: CommandExecutor): Promise<void> {
  executor.stop();
  await executor.settled();
  await machine.store.allSaved();
  await machine.log.flush();
  lock.release();
}
