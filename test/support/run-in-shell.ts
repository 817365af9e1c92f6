import { spawn } from 'node:child_process';
import { FLEET_ENTRY, type FleetRun, fleetEnvironment } from './run-fleet.ts';

/** Runs a line of bash in which `fleet` is the program under test. */
export function runInShell(
  script: string,
  env: Readonly<Record<string, string>> = {},
): Promise<FleetRun> {
  const wrapped = `set -o pipefail; fleet() { "${process.execPath}" "${FLEET_ENTRY}" "$@"; }; ${script}`;
  const child = spawn('bash', ['-c', wrapped], { env: fleetEnvironment(env) });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, ...output }));
  });
}
