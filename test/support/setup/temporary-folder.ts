import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives the run a temporary folder of its own, which workers and their children take from the
 * environment, and takes it away at the end: whatever a test or a killed program left goes with it.
 * What Node compiled of any program is kept there too, for every other process of the run.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-tests-'));
  process.env['TMPDIR'] = folder;
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
