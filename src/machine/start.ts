import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { errorCode } from '../base/errors.ts';
import { thisPlatform } from '../base/platform.ts';
import { type Clock, systemClock } from '../base/time/clock.ts';
import { checkBaseUrl } from './base-url.ts';
import type { Host } from './host.ts';
import { type MachineRun, runMachine } from './run-machine.ts';
import { createService, type ServiceControl } from './service.ts';
import { readListenAddress } from './webhooks/listen-address.ts';

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
  /** Where to listen for webhooks, HOST:PORT; port 0 picks a free one. */
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

async function run(
  options: StartMachineOptions,
  clock: Clock,
  service: ServiceControl,
): Promise<MachineRun> {
  const { listen, log, signal } = options;
  return await runMachine({
    baseUrl: checkBaseUrl(options.baseUrl, options.allowHttp ?? false),
    token: options.token,
    folder: options.folder,
    listen: listen === undefined ? undefined : readListenAddress(listen, options.public ?? false),
    clock,
    host: createHost(options.hostname ?? hostname()),
    log,
    signal,
    service,
  });
}

/** The computer that this process runs on, under the name `hostname`. */
function createHost(hostname: string): Host {
  return {
    hostname,
    platform: thisPlatform(),
    user: process.geteuid?.(),
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
    // ESRCH: the process or group is gone. macOS gives EPERM for a group of zombies.
    const code = errorCode(error);
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
