import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A program that speaks MCP on stdio, as an assistant runs it. */
export interface StdioPeer {
  readonly ask: (method: string, params: object) => Promise<void>;
  /** Processor time of its process by now; NaN where the system does not say (it does on Linux). */
  readonly cpuMs: () => number;
  /** Resident memory of its process. */
  readonly rssBytes: () => number;
  readonly stop: () => void;
}

/** Starts the file with this Node. A request that is answered with an error rejects. */
export function startStdioPeer(args: readonly string[], environment: NodeJS.ProcessEnv): StdioPeer {
  const child = spawn(process.execPath, args, {
    env: environment,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map<unknown, PromiseWithResolvers<void>>();
  let last = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { error, id, result } = JSON.parse(line);
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error !== undefined || result?.isError === true) asked?.reject(new Error(line));
    else asked?.resolve();
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`it ended with ${code}`));
  });
  return {
    ask(method, params) {
      last += 1;
      const asked = Promise.withResolvers<void>();
      waiting.set(last, asked);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`);
      return asked.promise;
    },
    cpuMs: () => cpuMs(child.pid),
    rssBytes() {
      const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(child.pid)]);
      return Number(String(stdout)) * 1024;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

const TICK_MS = 10;

/** As proc(5) has it in `stat`: after the name in parentheses, the 12th and 13th are user and system time. */
function cpuMs(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

/** Initializes as today's assistants do. */
export async function initialize(peer: StdioPeer): Promise<void> {
  const clientInfo = { name: 'bench', version: '1' };
  await peer.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
}
