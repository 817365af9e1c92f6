import { access, constants } from 'node:fs/promises';
import { RUNNERS, type Runner } from '../../contract/record/job.ts';
import type { RunnerReadiness } from '../../contract/record/machine.ts';
import type { Machine } from '../machine.ts';

/** Which runners are ready; what `fleet.yaml` says of one counts more than what is found. */
export async function checkRunners(
  machine: Pick<Machine, 'config' | 'host'>,
): Promise<readonly RunnerReadiness[]> {
  const { config } = await machine.config.read();
  return await Promise.all(
    RUNNERS.map(async (name) => {
      const found = config.runners[name] ?? (await detect(name, machine.host.platform));
      return { name, ready: found.ready, detail: found.detail };
    }),
  );
}

async function detect(name: Runner, platform: string): Promise<Omit<RunnerReadiness, 'name'>> {
  if (name !== 'shell') return { ready: true, detail: 'the scripted agent stands in' };
  if (platform === 'win32') return { ready: false, detail: 'needs /bin/sh and process groups' };
  try {
    await access('/bin/sh', constants.X_OK);
    return { ready: true, detail: null };
  } catch {
    return { ready: false, detail: '/bin/sh cannot be run' };
  }
}
