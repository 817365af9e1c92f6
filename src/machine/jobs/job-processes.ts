import { readdir, readFile } from 'node:fs/promises';
import type { Host } from '../host.ts';

/** A process may start another while the list is read; after so many lists it is let be. */
const SCANS_MAX = 10;

/**
 * Ends every process that belongs to one of these jobs, also one that left its group or whose
 * parent is gone. They are told by the environment that the runner gave them, never by a number
 * noted before, which may be another's by now; where the system does not show it, nothing is ended.
 */
export async function killJobProcesses(jobs: ReadonlySet<string>, host: Host): Promise<void> {
  if (jobs.size === 0) return;
  for (let look = 0; look < SCANS_MAX; look += 1) {
    const found = await processesOf(jobs);
    if (found.length === 0) return;
    for (const id of found) host.kill(id);
  }
}

async function processesOf(jobs: ReadonlySet<string>): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => []);
  const ids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const belongs = await Promise.all(ids.map((id) => jobOf(id)));
  return ids.filter((_id, index) => jobs.has(belongs[index] ?? ''));
}

/** The job that a process was started for; undefined for any other, and for one that has ended. */
async function jobOf(id: number): Promise<string | undefined> {
  const environment = await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '');
  const entry = environment.split('\0').find((line) => line.startsWith('FLEET_JOB='));
  return entry?.slice('FLEET_JOB='.length);
}
