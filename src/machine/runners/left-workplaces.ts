import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Host } from '../host.ts';
import { placeOf, removeAs, SHARED } from './workplace.ts';

/** What `mkdtemp` puts behind a name that was taken. */
const SUFFIX = /^(-[A-Za-z0-9]{6})?$/;

/**
 * Removes the places that a killed machine left of these jobs, whose processes run no more. Only root makes
 * such places, and what another user made under that name stays.
 */
export async function removeLeftWorkplaces(
  jobs: ReadonlySet<string>,
  { user }: Host,
): Promise<void> {
  if (jobs.size === 0 || user !== 0) return;
  const paths = (await readdir(SHARED)).map((name) => join(SHARED, name));
  for (const job of jobs) {
    const place = placeOf(job);
    const left = paths.filter(
      (path) => path.startsWith(place) && SUFFIX.test(path.slice(place.length)),
    );
    for (const path of left) await removePlace(path).catch(() => undefined);
  }
}

async function removePlace(outer: string): Promise<void> {
  const made = await lstat(outer);
  if (!made.isDirectory() || made.uid !== 0) return;
  const folder = join(outer, 'work');
  const found = await lstat(folder).catch(() => undefined);
  // Not given away yet, and so closed to everybody else.
  if (found === undefined || found.uid === 0) await rm(outer, { recursive: true, force: true });
  else await removeAs(found, folder, outer);
}
