import { hostname } from 'node:os';
import { messageOf } from '../base/errors.ts';
import type { ListenAddress } from '../base/net/listen-address.ts';
import type { Clock } from '../base/time/clock.ts';
import { systemClock } from '../base/time/clock.ts';
import { type Assembled, assembleMachine } from './assemble.ts';
import { checkBaseUrl } from './base-url.ts';
import { CommandExecutor } from './commands/command-executor.ts';
import { CommandJournal } from './commands/command-journal.ts';
import { createHost } from './host.ts';
import { machineReport } from './report/machine-report.ts';
import { runSchedules } from './schedules/scheduler.ts';
import { createService, type ServiceControl } from './service.ts';
import { Outbox } from './sync/outbox.ts';
import { pullLoop } from './sync/pull-loop.ts';
import { createSendSync, type SendSync } from './sync/send-sync.ts';
import { createWakeSignal } from './sync/wake-signal.ts';
import { watchFolder } from './watch-folder.ts';
import { readListenAddress } from './webhooks/listen-address.ts';
import { openWebhooks, type Webhooks } from './webhooks/open-webhooks.ts';

/** How long the last sync may take when the machine stops. */
const LAST_SYNC_MS = 2_000;

interface StartMachineOptions {
  readonly baseUrl: string;
  /** The machine token that pairing gave. */
  readonly token: string;
  /** The machine's folder; made, with first settings, where it is missing. */
  readonly folder: string;
  readonly clock?: Clock;
  /** Gets each line of the machine's log. */
  readonly log?: (line: string) => void;
  /** Stops the machine when it aborts. */
  readonly signal?: AbortSignal;
  /** Name of the computer, where it is not to be the real one. */
  readonly hostname?: string;
  /** Where to listen for webhooks, HOST:PORT; port 0 takes a free one. */
  readonly listen?: string;
  /** Lets it listen on an address that other computers reach. */
  readonly public?: boolean;
  /** Lets the token travel over plain http to another computer. */
  readonly allowHttp?: boolean;
}

export interface RunningMachine {
  /** Resolves with the first answered sync; rejects like `done` where that never comes. */
  readonly ready: Promise<void>;
  /** The address of the webhook listener once the machine is ready; undefined where it has none. */
  webhookUrl(): string | undefined;
  /** Ends the running jobs, reports them to the server and stops; resolves when nothing runs any more. */
  stop(): Promise<void>;
  /**
   * Resolves after `stop`. Rejects with `Failure` where the machine cannot start (a wrong address,
   * a wrong `fleet.yaml`, a folder that another machine uses) or the server rejects its token.
   */
  readonly done: Promise<void>;
}

/** Starts the reference machine, which runs until it is stopped. */
export function startMachine(options: StartMachineOptions): RunningMachine {
  const clock = options.clock ?? systemClock;
  const service = createService(clock);
  const running = run(options, clock, service);
  const done = running.then(({ ended }) => ended);
  const ready = Promise.race([service.firstSync, done]);
  // The caller may await these late, or only call `stop`: that is no unhandled rejection.
  done.catch(() => undefined);
  ready.catch(() => undefined);
  const { webhookUrl } = service.facts;
  return { ready, done, webhookUrl, stop: () => running.then(({ stop }) => stop()) };
}

async function run(options: StartMachineOptions, clock: Clock, service: ServiceControl) {
  const baseUrl = checkBaseUrl(options.baseUrl, options.allowHttp ?? false);
  const listen =
    options.listen === undefined
      ? undefined
      : readListenAddress(options.listen, options.public ?? false);
  const wakeSignal = createWakeSignal();
  const assembled = await assembleMachine({
    root: options.folder,
    clock,
    host: createHost(options.hostname ?? hostname()),
    token: options.token,
    service: service.facts,
    log: options.log,
    changed: wakeSignal.wake,
  });
  const { machine } = assembled;
  const { store, secrets } = machine;
  const executor = await openExecutor(assembled, wakeSignal.wake);
  const webhooks = await openOrRelease(assembled, listen, wakeSignal.wake);
  service.setWebhookUrl(webhooks.url);
  const report = () => machineReport(machine);
  const { scrub } = secrets;
  const feeds = [...webhooks.feeds, machine.outputs];
  const outbox = new Outbox({
    clock,
    store,
    commands: executor,
    feeds,
    report,
    scrub,
    log: machine.log,
  });
  const send = createSendSync(baseUrl, options.token, clock);
  const stopping = new AbortController();
  const loop = service.run(stopping.signal, (signal) => {
    outbox.forgetReport();
    return pullLoop({
      send,
      outbox,
      receive: (commands) => executor.receive(commands),
      wakeSignal,
      clock,
      random: machine.host.random,
      log: machine.log,
      waitSeconds: async () => (await machine.config.read()).config.wait_seconds,
      onResponse(response) {
        webhooks.onResponse(response);
        service.synced();
      },
      signal,
    });
  });
  machine.log.write(`machine ${machine.host.hostname} uses the folder ${machine.folder.root}`);
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
    await machine.jobs.end('machine_stopped', 'the machine was stopped while the job ran');
    await executor.settled();
    stopping.abort();
    await ended.catch(() => undefined);
  };
  if (options.signal?.aborted) void stop();
  else options.signal?.addEventListener('abort', () => void stop(), { once: true });
  return { ended, stop };
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
  await executor.settled();
  await machine.store.allSaved();
  await machine.log.flush();
  lock.release();
}
