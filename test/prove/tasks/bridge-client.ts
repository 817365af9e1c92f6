import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { FLEET_ENTRY } from '../../support/run-fleet.ts';
import { modernMeta } from '../../support/start-bridge.ts';

/** A `fleet mcp` that can be killed and started again, and an assistant that knows tasks. */
export interface BridgeClient {
  /** The result, or the error, of one request; undefined where the bridge was killed before. */
  // biome-ignore lint/suspicious/noExplicitAny: proofs look into answers of every shape
  ask(method: string, params: object): Promise<any>;
  readonly rssBytes: () => number;
  killAndStart(): Promise<void>;
  stop(): Promise<void>;
}

const META = modernMeta({ extensions: { 'io.modelcontextprotocol/tasks': {} } });

/** Starts it in front of a service. */
export function startBridgeClient(baseUrl: string, key: string): BridgeClient {
  const home = mkdtempSync(join(tmpdir(), 'fleet-tasks-'));
  const waiting = new Map<number, (answer: unknown) => void>();
  let last = 0;
  let child = start();

  function start(): ChildProcess {
    const started = spawn(process.execPath, [FLEET_ENTRY, 'mcp', '--confirm', 'never'], {
      env: { HOME: home, FLEET_BASE_URL: baseUrl, FLEET_API_KEY: key },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: started.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => {
      const { error, id, result } = JSON.parse(line);
      waiting.get(id)?.(result ?? { error });
      waiting.delete(id);
    });
    return started;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    for (const resolve of waiting.values()) resolve(undefined);
    waiting.clear();
  }

  return {
    ask(method, params) {
      last += 1;
      const id = last;
      const message = { jsonrpc: '2.0', id, method, params: { ...params, _meta: META } };
      child.stdin?.write(`${JSON.stringify(message)}\n`);
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    rssBytes: () =>
      Number(String(spawnSync('ps', ['-o', 'rss=', '-p', String(child.pid)]).stdout)) * 1024,
    async killAndStart() {
      await end('SIGKILL');
      child = start();
    },
    async stop() {
      await end('SIGTERM');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
