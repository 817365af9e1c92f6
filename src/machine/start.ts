import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { ListenAddress } from '../base/net/listen-address.ts';
import type { Clock } from '../base/time/clock.ts';
import { systemClock } from '../base/time/clock.ts';
import { type Assembled, assembleMachine } from './assemble.ts';
import { checkBaseUrl } from './base-url.ts';
import { CommandExecutor } from './commands/command-executor.ts';
import { CommandJournal } from './commands/command-journal.ts';
import type { Host } from './host.ts';
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

/** How long the last word to the cloud may take when the machine stops. */
const LAST_SYNC_MS = 2_000;

export interface StartMachineOptions {
  readonly baseUrl: string;
  /** The machine token that pairing gave. */
  readonly token: string;
  /** The machine's folder; made with a sensible start where it is missing. */
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
  /** Lets it listen beyond this computer. */
  readonly public?: boolean;
  /** Lets the token travel over plain http to another computer. */
  readonly allowHttp?: boolean;
}

export interface RunningMachine {
  /** Resolves with the first answered sync; rejects like `done` where that never comes. */
  readonly ready: Promise<void>;
  /** The address of the webhook listener once the machine is ready, null where it has none. */
  webhookUrl(): string | null;
  /** Ends running jobs, tells the cloud and stops; resolves when nothing runs any more. */
  stop(): Promise<void>;
  /**
   * Resolves after `stop`. Rejects with `Failure` where the machine cannot start (a wrong address,
   * a wrong `fleet.yaml`, a folder that another machine works in) or the server does not take its
   * token.
   */
  readonly done: Promise<void>;
}

/** Starts the reference machine and lets it run until it is stopped. */
export function startMachine(options: StartMachineOptions): RunningMachine {
  const clock = options.clock ?? systemClock;
  const service = createService(clock);
  const running = run(options, clock, service);
  const done = running.then(({ ended }) => ended);
  const ready = Promise.race([service.firstSync, done]);
  // Whoever started the machine may look at these late, or only call `stop`.
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
  const bell = createWakeSignal();
  const assembled = await assembleMachine({
    root: options.folder,
    clock,
    host: thisHost(options.hostname ?? hostname()),
    token: options.token,
    service: service.facts,
    log: options.log,
    changed: bell.ring,
  });
  const { machine } = assembled;
  const { store, secrets } = machine;
  const desk = await openExecutor(assembled, bell.ring);
  const webhooks = await openOrRelease(assembled, listen, bell.ring);
  service.listensAt(webhooks.url);
  const report = () => machineReport(machine);
  const { scrub } = secrets;
  const feeds = [...webhooks.feeds, machine.outputs];
  const outbox = new Outbox({ clock, store, desk, feeds, report, scrub, log: machine.log });
  const send = createSendSync(baseUrl, options.token, clock);
  const stopping = new AbortController();
  const loop = service.run(stopping.signal, (signal) => {
    outbox.forgetReport();
    return pullLoop({
      send,
      outbox,
      receive: (commands) => desk.receive(commands),
      bell,
      clock,
      random: machine.host.random,
      log: machine.log,
      waitSeconds: async () => (await machine.config.read()).config.wait_seconds,
      answered(answer) {
        webhooks.answered(answer);
        service.synced();
      },
      signal,
    });
  });
  machine.log.write(`machine ${machine.host.hostname} works in ${machine.folder.root}`);
  machine.jobs.pump();
  const schedules = runSchedules(machine, stopping.signal);
  const watching = watchFolder(machine.folder, clock, bell.ring);

  const ended = untilEnd(loop, assembled)
    .finally(() => {
      stopping.abort();
      watching.close();
      return Promise.all([webhooks.close(), schedules]);
    })
    .then(() => sendLastSync(send, outbox, clock))
    .finally(() => release(assembled, desk));
  const stop = async () => {
    await machine.jobs.end('machine_stopped', 'the machine was stopped while the job ran');
    await desk.settled();
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
    const desk = new CommandExecutor({ machine, journal, finished });
    await desk.recover();
    return desk;
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
    machine.log.write(
      `the machine ends: ${error instanceof Error ? error.message : String(error)}`,
    );
    await machine.jobs.end('machine_stopped', 'the machine ended while the job ran');
    throw error;
  }
}

/** Tells how the jobs ended; a server that does not answer is told by the next start. */
async function sendLastSync(send: SendSync, outbox: Outbox, clock: Clock): Promise<void> {
  const news = await outbox.collect({ always: false });
  if (news === null) return;
  const limit = new AbortController();
  const endLimit = clock.after(LAST_SYNC_MS, () => limit.abort());
  try {
    await send(news.request, limit.signal);
    outbox.acknowledge(news);
  } catch {
    // The jobs stay unreported on disk, which is what the next start goes by.
  } finally {
    endLimit();
  }
}

async function release({ machine, lock }: Assembled, desk: CommandExecutor): Promise<void> {
  await desk.settled();
  await machine.store.allSaved();
  await machine.log.flush();
  lock.release();
}

/** The computer that this process runs on, under this name. */
function thisHost(name: string): Host {
  return {
    hostname: name,
    platform: process.platform,
    environment: process.env,
    random: Math.random,
    token: () => randomBytes(4).toString('hex'),
    killGroup: (group, signal) => kill(-group, signal),
    kill: (id) => kill(id, 'SIGKILL'),
  };
}

function kill(target: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    // ESRCH: nothing is left of it. macOS says EPERM for a group of zombies.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
