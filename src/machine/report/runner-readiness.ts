import { access, constants } from 'node:fs/promises';
import { RUNNERS, type Runner } from '../../contract/record/job.ts';
import type { RunnerReadiness } from '../../contract/record/machine.ts';
import type { ConfigFile } from '../config/config-file.ts';
import type { Host } from '../host.ts';

/** Which runners are ready; what `fleet.yaml` says about a runner overrides what is detected. */
export async function checkRunners(machine: {
  readonly config: ConfigFile;
  readonly host: Host;
}): Promise<readonly RunnerReadiness[]> {
  const { config } = await machine.config.read();
  return await Promise.all(
    RUNNERS.map(async (name) => {
      const found = config.runners[name] ?? (await detect(name, machine.host.platform));
      return { name, ready: found.ready, detail: found.detail };
    }),
  );
}

async function detect(name: Runner, platform: string): Promise<Omit<RunnerReadiness, 'name'>> {
  if (name !== 'shell') return { ready: true, detail: 'the scripted agent runs instead' };
  if (platform === 'win32') return { ready: false, detail: 'needs /bin/sh and process groups' };
  try {
    await access('/bin/sh', constants.X_OK);
    return { ready: true, detail: null };
  } catch {
    return { ready: false, detail: '/bin/sh cannot be run' };
  }
}
