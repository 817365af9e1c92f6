import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../src/server/database/open-store.ts';
import { MIGRATED_FOLDER } from './migrated-folder.ts';

/**
 * Makes the database with today's schema once, of which most tests take a copy. It comes after the
 * run's own temporary folder, in which it lies.
 */
export async function setup(): Promise<void> {
  const folder = join(tmpdir(), 'migrated');
  mkdirSync(folder);
  const store = await openStore({ folder, role: 'server' }, []);
  await store.close();
  process.env[MIGRATED_FOLDER] = folder;
}
