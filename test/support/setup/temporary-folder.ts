import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives the run a temporary folder of its own, which workers and their children take from the
 * environment, and takes it away at the end: whatever a test or a killed program left goes with it.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-tests-'));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
