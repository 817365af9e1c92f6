import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { FLEET_ENTRY, fleetEnvironment } from './run-fleet.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into frames of every shape
export type Frame = any;

/** The bridge in a process of its own, spoken to by hand. */
export interface TestBridge {
  readonly process: ChildProcessWithoutNullStreams;
  /** Everything it has said, in order. */
  readonly frames: readonly Frame[];
  readonly stderr: () => string;
  /** Writes text to its stdin as it is. */
  write(text: string): void;
  /** Sends one request and gives the frame that answers it. */
  ask(method: string, params?: object, id?: string | number): Promise<Frame>;
  notify(method: string, params?: object): void;
  /** The first frame that fits, also one that has come already. */
  frame(fits: (frame: Frame) => boolean): Promise<Frame>;
  /** Milliseconds until it is gone, without those in which other programs had the processor. */
  ended(): Promise<number>;
}

export interface BridgeSetup {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly args?: readonly string[];
  /** The program, where it is a copy. */
  readonly entry?: string;
  /** Folders of an earlier bridge, for what it left there. */
  readonly home?: string;
}

/** Environment of a bridge with folders of its own. */
export function bridgeEnvironment(env: BridgeSetup['env'], home: string): NodeJS.ProcessEnv {
  return fleetEnvironment({
    HOME: home,
    FLEET_CONFIG_DIR: join(home, 'config'),
    FLEET_CACHE_DIR: join(home, 'cache'),
    FLEET_STATE_DIR: join(home, 'state'),
    ...env,
  });
}

export function newHome(): string {
  return mkdtempSync(join(tmpdir(), 'fleet-bridge-'));
}

/** Starts `fleet mcp`; it ends with the test. */
export function startBridge({
  args = [],
  entry = FLEET_ENTRY,
  env,
  home = newHome(),
}: BridgeSetup): TestBridge {
  const child = spawn(process.execPath, [entry, 'mcp', ...args], {
    env: bridgeEnvironment(env, home),
    stdio: 'pipe',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  let said = '';
  let next = 0;
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  child.stdin.on('error', () => {});
  createInterface({ input: child.stdout }).on('line', (line) => {
    frames.push(JSON.parse(line));
    for (const look of waiting) look();
  });
  const write = (text: string): void => void child.stdin.write(text);
  const send = (message: object): void =>
    write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const frame = (fits: (frame: Frame) => boolean): Promise<Frame> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = frames.find(fits);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  return {
    process: child,
    frames,
    stderr: () => said,
    write,
    frame,
    ask(method, params, id) {
      next += 1;
      const own = id ?? `test-${next}`;
      send({ id: own, method, ...(params === undefined ? {} : { params }) });
      return frame((each) => each.id === own && ('result' in each || 'error' in each));
    },
    notify: (method, params = {}) => send({ method, params }),
    async ended() {
      const startedAt = performance.now();
      const waitedBefore = waitedMs(child.pid) ?? 0;
      let waited = waitedBefore;
      const watch = setInterval(() => {
        waited = waitedMs(child.pid) ?? waited;
      }, 10);
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      clearInterval(watch);
      return performance.now() - startedAt - (waited - waitedBefore);
    },
  };
}

/** How long it was ready to run and had no processor; undefined where nobody tells, or it is gone. */
function waitedMs(pid: number | undefined): number | undefined {
  try {
    const [, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(waitedNs) / 1e6;
  } catch {
    return undefined;
  }
}

/** `_meta` of a request in the protocol version 2026-07-28. */
export function modernMeta(capabilities: object = {}): object {
  return {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  };
}

/** Initializes as assistants of the older protocol version do. */
export async function initialize(bridge: TestBridge, capabilities: object = {}): Promise<Frame> {
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
  const answer = await bridge.ask('initialize', params);
  bridge.notify('notifications/initialized');
  return answer;
}
