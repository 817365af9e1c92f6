import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { FLEET_ENTRY, fleetEnvironment, runFleet } from '../../support/run-fleet.ts';
import { keepUntilTheEnd } from './running-program.ts';

/** `fleet serve` with a machine that never comes, so that what waits for it is held to the end. */
export interface Service {
  readonly port: number;
  readonly key: string;
  readonly machine: string;
  readonly data: string;
}

/** Starts it in a folder of its own; `flags` are added to those of the command. */
export async function startService(
  folder: string,
  flags: readonly string[] = [],
): Promise<Service> {
  const data = join(folder, 'server');
  const args = ['serve', '--listen', '127.0.0.1:0', '--data', data, '--json', ...flags];
  const child = spawn(process.execPath, [FLEET_ENTRY, ...args], {
    env: fleetEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  keepUntilTheEnd(child);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { base_url: baseUrl, keys } = JSON.parse(line);
  const machine = 'away-01';
  const paired = await runFleet(['admin', 'machine', 'pair', '--name', machine, '--data', data]);
  if (paired.code !== 0) throw new Error(`no machine: ${paired.stderr}`);
  return { port: Number(new URL(baseUrl).port), key: keys.admin, machine, data };
}

/** How often an action is in the audit log. */
export async function countAudited(service: Service, action: string): Promise<number> {
  const env = { FLEET_BASE_URL: `http://127.0.0.1:${service.port}`, FLEET_API_KEY: service.key };
  const words = ['cloud', 'list-audit-log', '--action', action, '--all', '-o', 'name'];
  const { code, stderr, stdout } = await runFleet(words, { env });
  if (code !== 0) throw new Error(`the audit log: ${stderr}`);
  return stdout.split('\n').filter((row) => row !== '').length;
}
