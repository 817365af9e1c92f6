// Runs what people run most from a finished bundle, and tells which functions that called.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import snapshot from '../src/client/catalogue/snapshot.json' with { type: 'json' };

const LIST = ['cloud', 'list-machines'];
const CALLS = [
  LIST,
  [...LIST, '-o', 'table'],
  [...LIST, '--help'],
  ['__complete', 'cloud', 'list-m'],
  ['__complete', 'cloud', 'get-machine', 'b'],
];
const MESSAGES = [
  { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } },
  { id: 2, method: 'tools/call', params: { name: 'list_machines', arguments: {} } },
];
const MACHINES = ['build-01', 'build-02'].map((name) => ({ id: name, name, status: 'online' }));
const TWO_HOURS_MS = 2 * 60 * 60 * 1000;

/** Where each function that was called begins, by file. Throws where a run fails. */
export async function calledFunctions(
  folder: string,
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const home = await mkdtemp(join(tmpdir(), 'fleet-build-'));
  const service = createServer((request, response) => {
    void text(request).then((body) => response.end(JSON.stringify(responseTo(request.url, body))));
    response.setHeader('content-type', 'application/json');
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const { port } = service.address() as AddressInfo;
  const environment = {
    FLEET_BASE_URL: `http://127.0.0.1:${port}`,
    FLEET_API_KEY: 'key-1',
    FLEET_CACHE_DIR: join(home, 'cache'),
    FLEET_CONFIG_DIR: join(home, 'config'),
    HOME: home,
    // Without it, Windows opens no socket.
    SystemRoot: process.env['SystemRoot'],
  };
  const main = [`require(${JSON.stringify(join(folder, 'cli.cjs'))}).main()`, '--', 'fleet'];
  const call = (words: readonly string[], more = {}): Promise<void> =>
    ended(['-e', ...main, ...words], { ...environment, ...more });
  const recorded = { NODE_V8_COVERAGE: join(home, 'coverage') };
  try {
    await call(LIST);
    for (const words of CALLS) await call(words, recorded);
    await makeOld(join(home, 'cache', 'catalogues'));
    await call(LIST, recorded);
    const lines = MESSAGES.map((each) => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`);
    const bridge = [join(folder, 'bridge.cjs'), 'mcp'];
    await ended(bridge, { ...environment, ...recorded }, lines.join(''));
    return await readCoverage(recorded.NODE_V8_COVERAGE, folder);
  } finally {
    service.close();
    await rm(home, { recursive: true, force: true });
  }
}

function responseTo(url: string | undefined, body: string): unknown {
  if (url === '/api/v1/tools') return snapshot;
  if (url !== '/api/mcp') return { machines: MACHINES, next_before: null };
  const { id, method } = JSON.parse(body || '{}');
  const called = { content: [{ type: 'text', text: '{}' }], structuredContent: {} };
  const tools = [{ name: 'list_machines', inputSchema: { type: 'object' } }];
  const about = { protocolVersion: '2025-11-25', capabilities: { tools: {} } };
  const initialized = { ...about, serverInfo: { name: 'service', version: '1' } };
  const results: Readonly<Record<string, object>> = {
    'tools/call': called,
    'tools/list': { tools },
  };
  return { jsonrpc: '2.0', id, result: results[method] ?? initialized };
}

async function ended(args: readonly string[], env: NodeJS.ProcessEnv, input = ''): Promise<void> {
  const child = spawn(process.execPath, args, { env });
  child.stdin.end(input);
  child.stdout.resume();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said}`);
}

/** A catalogue that is asked for again beside the request. */
async function makeOld(folder: string): Promise<void> {
  const at = new Date(Date.now() - TWO_HOURS_MS);
  for (const name of await readdir(folder)) await utimes(join(folder, name), at, at);
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

async function readCoverage(from: string, folder: string): Promise<Map<string, Set<number>>> {
  const called = new Map<string, Set<number>>();
  for (const name of await readdir(from)) {
    const { result }: Coverage = JSON.parse(await readFile(join(from, name), 'utf8'));
    for (const { functions, url } of result) {
      if (!url.startsWith(pathToFileURL(folder).href)) continue;
      const starts = called.get(fileURLToPath(url)) ?? new Set();
      called.set(fileURLToPath(url), starts);
      for (const {
        ranges: [whole],
      } of functions) {
        if (whole !== undefined && whole.count > 0) starts.add(whole.startOffset);
      }
    }
  }
  return called;
}
