import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { FLEET_ENTRY, fleetEnvironment } from '../../support/run-fleet.ts';
import { keepUntilTheEnd } from './running-program.ts';

/** Calls of one bridge, each after a time in which its connections are idle. */
export interface IdleCalls {
  readonly env: Readonly<Record<string, string>>;
  /** One for each call; the first is before it. */
  readonly idleMs: readonly number[];
  /** Acts, and leaves a trace in the audit log. */
  readonly tool: string;
  readonly input: (call: number) => object;
}

/** Makes the calls; gives what the ones said that have no result. */
export async function callAfterIdle(calls: IdleCalls): Promise<readonly string[]> {
  const home = mkdtempSync(join(tmpdir(), 'fleet-idle-'));
  const bridge = spawn(process.execPath, [FLEET_ENTRY, 'mcp', '--confirm', 'never'], {
    env: fleetEnvironment({
      FLEET_CONFIG_DIR: join(home, 'config'),
      FLEET_CACHE_DIR: join(home, 'cache'),
      FLEET_STATE_DIR: join(home, 'state'),
      ...calls.env,
    }),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  keepUntilTheEnd(bridge);
  const waiting = new Map<number, (message: Response) => void>();
  createInterface({ input: bridge.stdout }).on('line', (line) => {
    const message: Response & { id?: number } = JSON.parse(line);
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  let id = 0;
  const ask = (method: string, params: object): Promise<Response> => {
    id += 1;
    bridge.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  const clientInfo = { name: 'proof', version: '0' };
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  const broken: string[] = [];
  for (const [call, idleMs] of calls.idleMs.entries()) {
    await pause(idleMs);
    const params = { name: calls.tool, arguments: calls.input(call) };
    const { error, result } = await ask('tools/call', params);
    if (error !== undefined || result?.isError === true) {
      broken.push(`after ${idleMs} ms: ${JSON.stringify(error ?? result?.structuredContent)}`);
    }
  }
  bridge.stdin.end();
  rmSync(home, { recursive: true, force: true });
  return broken;
}

interface Response {
  readonly error?: unknown;
  readonly result?: { readonly isError?: boolean; readonly structuredContent?: unknown };
}
