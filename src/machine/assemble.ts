import { join } from 'node:path';
import { type FileLock, lockFile } from '../base/disk/file-lock.ts';
import { messageOf } from '../base/errors.ts';
import type { Clock } from '../base/time/clock.ts';
import { Failure } from '../contract/failure.ts';
import { openConfigFile } from './config/config-file.ts';
import { fileFailure } from './file-failure.ts';
import { clearLeftovers, type MachineFolder, machineFolder, makeFolders } from './folder.ts';
import type { Host } from './host.ts';
import { JobScheduler } from './jobs/job-scheduler.ts';
import { JobStore } from './jobs/job-store.ts';
import { LiveOutputs } from './jobs/live-output.ts';
import { recoverJobs } from './jobs/recover-jobs.ts';
import { createRunSegment } from './jobs/run-segment.ts';
import type { Machine, MachineService } from './machine.ts';
import { openMachineLog } from './machine-log.ts';
import { createCachedChecks } from './report/cached-checks.ts';
import { createAgentRunner } from './runners/agent-runner.ts';
import { createShellRunner } from './runners/shell-runner.ts';
import { openScheduleHistory } from './schedules/schedule-history.ts';
import { openSealingKey } from './secrets/sealing-key.ts';
import { openSecretsFile } from './secrets/secrets-file.ts';
import { DeliveryReceiver } from './webhooks/delivery-receiver.ts';
import { DeliveryStore } from './webhooks/delivery-store.ts';
import { YamlError } from './yaml-error.ts';

interface AssembleOptions {
  readonly root: string;
  readonly clock: Clock;
  readonly host: Host;
  readonly token: string;
  readonly service: MachineService;
  readonly log: ((line: string) => void) | undefined;
  /** Called after a job changed. */
  readonly changed: () => void;
}

export interface Assembled {
  readonly machine: Machine;
  readonly lock: FileLock;
}

/**
 * Puts a machine together from its folder, which is made where it is missing and stays locked, and
 * recovers what an earlier process left there. Throws `Failure` where the folder cannot be used.
 */
export async function assembleMachine(options: AssembleOptions): Promise<Assembled> {
  const { clock, host, service, changed } = options;
  const folder = machineFolder(options.root);
  const lock = await lockFolder(folder).catch(cannotUse);
  if (lock === undefined) throw folderInUse(folder.root);
  try {
    const secrets = openSecretsFile(folder.secrets, [options.token]);
    const { scrub } = secrets;
    const config = await openConfigFile(folder.config).catch((error: unknown) => {
      throw configFailure(folder.config, error);
    });
    const log = openMachineLog({ path: folder.log, clock, scrub, also: options.log });
    await clearLeftovers(folder);
    const kept = async () => (await config.read()).config.jobs_kept;
    const store = new JobStore({ folder: folder.jobs, log, scrub, kept, changed });
    await store.load();
    await recoverJobs(store, host, new Date(clock.now()).toISOString());
    store.prune();
    const schedules = await openScheduleHistory(folder.schedules, log);
    const sealingKey = await openSealingKey(folder.sealingKey);
    const { deliveries: path, knownDeliveries: known } = folder;
    const deliveries = new DeliveryStore({ folder: path, known, log, changed });
    await deliveries.load();
    const runners = {
      shell: createShellRunner(host),
      agent_a: createAgentRunner(host, folder.root),
      agent_b: createAgentRunner(host, folder.root),
    };
    const runSegment = createRunSegment({ folder, clock, log, config, secrets, store, runners });
    const maxRunning = async () => (await config.read()).config.max_running_jobs;
    const jobs = new JobScheduler({ store, clock, host, maxRunning, scrub, runSegment });
    const webhooks = new DeliveryReceiver({
      folder,
      clock,
      host,
      log,
      secrets,
      store,
      jobs,
      deliveries,
      config,
    });
    await webhooks.recover();
    const outputs = new LiveOutputs({ clock, store, scrub, changed });
    const checks = createCachedChecks(clock, { folder, host, config, secrets });
    const own = { folder, clock, host, config, secrets, checks, log, schedules, sealingKey };
    return { machine: { ...own, store, jobs, outputs, deliveries, webhooks, service }, lock };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Makes what is missing of the folder and locks it; undefined where another machine has locked it. */
async function lockFolder(folder: MachineFolder): Promise<FileLock | undefined> {
  await makeFolders(folder);
  return await lockFile(join(folder.state, 'lock'));
}

function cannotUse(error: unknown): never {
  throw new Failure(
    'local',
    {
      code: 'folder_unusable',
      title: 'The folder of the machine cannot be used',
      detail: messageOf(error),
      advice: 'Use a folder that this user can write to, on a disk with free space.',
    },
    { cause: error },
  );
}

function folderInUse(path: string): Failure {
  return new Failure('local', {
    code: 'folder_in_use',
    title: 'Another machine is using this folder',
    detail: path,
    advice: 'Stop it, or give this machine a folder of its own.',
  });
}

function configFailure(path: string, error: unknown): unknown {
  const code = 'invalid_config';
  if (!(error instanceof YamlError)) {
    const advice = 'Put a file there that this user can read; one that is missing is written.';
    return fileFailure(path, error, { code, title: 'fleet.yaml cannot be used', advice });
  }
  return new Failure(
    'local',
    {
      code,
      title: 'fleet.yaml is not valid',
      detail: error.message,
      advice: 'Correct the file; the machine does not start without valid settings.',
    },
    { cause: error },
  );
}
