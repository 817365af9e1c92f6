import { readdir, readFile } from 'node:fs/promises';
import type { Host } from '../host.ts';

/** A process may start another one while the list is read, so the list is read again, this often at most. */
const SCANS_MAX = 10;

/**
 * Kills every process of these jobs, also one that left its group or whose parent is gone. They are
 * recognised by the environment variable that the runner gave them, not by a stored process id,
 * which another process may have by now. Where the system has no /proc, nothing is killed.
 */
export async function killJobProcesses(jobs: ReadonlySet<string>, host: Host): Promise<void> {
  if (jobs.size === 0) return;
  for (let scan = 0; scan < SCANS_MAX; scan += 1) {
    const found = await processesOf(jobs);
    if (found.length === 0) return;
    for (const id of found) host.kill(id);
  }
}

async function processesOf(jobs: ReadonlySet<string>): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => []);
  const ids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const jobIds = await Promise.all(ids.map((id) => jobOf(id)));
  return ids.filter((_id, index) => jobs.has(jobIds[index] ?? ''));
}

/** The job that a process was started for; undefined for any other, and for one that has ended. */
async function jobOf(id: number): Promise<string | undefined> {
  const environment = await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '');
  const entry = environment.split('\0').find((line) => line.startsWith('FLEET_JOB='));
  return entry?.slice('FLEET_JOB='.length);
}
