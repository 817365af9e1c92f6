import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forkServer } from './forked-server.ts';
import { atMost, type Measurement, median } from './measurement.ts';
import { initialize, type StdioPeer, startStdioPeer } from './stdio-peer.ts';

const STARTS = 9;
const ROUNDS = 7;
const CALLS_IN_TURN = 300;
const CALLS_AT_ONCE = 3200;
const AT_ONCE = 64;
const CALL = { name: 'list_machines', arguments: {} };
const FLEET = fileURLToPath(new URL('../../bin/run.js', import.meta.url));
const LEAST = fileURLToPath(new URL('./least-bridge-process.ts', import.meta.url));
const REMOTE = fileURLToPath(
  new URL('../../node_modules/mcp-remote/dist/proxy.js', import.meta.url),
);

type Call = () => Promise<void>;

/**
 * `fleet mcp` beside mcp-remote, beside HTTP without a bridge and beside a bridge that does nothing,
 * in front of one server that answers at once.
 */
export async function benchBridge(): Promise<readonly Measurement[]> {
  const forked = await forkServer<string>('./mcp-server-process.ts', []);
  const folder = mkdtempSync(join(tmpdir(), 'fleet-bench-'));
  const environment = {
    ...process.env,
    FLEET_BASE_URL: forked.ready,
    FLEET_API_KEY: 'bench-key',
    FLEET_CACHE_DIR: join(folder, 'cache'),
    FLEET_CONFIG_DIR: join(folder, 'config'),
    MCP_REMOTE_CONFIG_DIR: join(folder, 'remote'),
  };
  const url = `${forked.ready}/api/mcp`;
  const startFleet = (): StdioPeer => startStdioPeer([FLEET, 'mcp'], environment);
  const startRemote = (): StdioPeer =>
    startStdioPeer([REMOTE, url, '--transport', 'http-only'], environment);
  try {
    return [
      await starts(startFleet, startRemote),
      ...(await load({
        fleet: startFleet(),
        remote: startRemote(),
        least: startStdioPeer([LEAST, url], environment),
        url,
      })),
    ];
  } finally {
    forked.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function starts(fleet: () => StdioPeer, remote: () => StdioPeer): Promise<Measurement> {
  const ratios: number[] = [];
  for (let round = -2; round < STARTS; round += 1) {
    const ratio = (await initializeMs(fleet)) / (await initializeMs(remote));
    if (round >= 0) ratios.push(ratio);
  }
  return { ...beside('start to initialize'), ratio: median(ratios), limit: atMost(0.14) };
}

async function initializeMs(start: () => StdioPeer): Promise<number> {
  const startedAt = performance.now();
  const peer = start();
  await initialize(peer);
  const tookMs = performance.now() - startedAt;
  peer.stop();
  return tookMs;
}

interface Loaded {
  readonly fleet: StdioPeer;
  readonly remote: StdioPeer;
  /** A bridge that does nothing but hand on. */
  readonly least: StdioPeer;
  readonly url: string;
}

async function load({ fleet, least, remote, url }: Loaded): Promise<readonly Measurement[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const calls: readonly Call[] = [
    () => fleet.ask('tools/call', CALL),
    () => remote.ask('tools/call', CALL),
    () => fetched(url),
    () => direct(url, agent),
    () => least.ask('tools/call', CALL),
  ];
  const inTurn = calls.map((): number[] => []);
  const throughput: number[] = [];
  const cpu: number[] = [];
  try {
    for (const peer of [fleet, remote]) await initialize(peer);
    for (let round = -2; round < ROUNDS; round += 1) {
      const p50s: number[] = [];
      for (const call of calls) p50s.push(await medianMs(call));
      const perSecond: number[] = [];
      const usedMs: number[] = [];
      for (const peer of [fleet, remote]) {
        const beforeMs = peer.cpuMs();
        perSecond.push(await callsPerSecond(() => peer.ask('tools/call', CALL)));
        usedMs.push(peer.cpuMs() - beforeMs);
      }
      if (round < 0) continue;
      for (const [index, p50] of p50s.entries()) inTurn[index]?.push(p50);
      throughput.push(ratioOf(perSecond));
      cpu.push(ratioOf(usedMs));
    }
    const [ours = [], theirs = [], fetching = [], bare = [], handedOn = []] = inTurn;
    const share = (of: readonly number[], one = ours) =>
      median(one.map((p50, round) => p50 / (of[round] ?? Number.NaN)));
    const call = 'fleet mcp: p50 of a call';
    const memory = fleet.rssBytes() / remote.rssBytes();
    return [
      { ...beside('p50 of a call'), ratio: share(theirs), limit: 0.6 },
      { name: call, baseline: 'fetch without a bridge', ratio: share(fetching), limit: 1.5 },
      { name: call, baseline: 'node:http without a bridge', ratio: share(bare) },
      { name: call, baseline: 'the least bridge, with undici', ratio: share(handedOn) },
      {
        name: 'the least bridge, with undici: p50 of a call',
        baseline: 'node:http without a bridge',
        ratio: share(bare, handedOn),
      },
      { ...beside('time of a call, 64 at once'), ratio: 1 / median(throughput), limit: 0.4 },
      { ...beside('CPU of a call, 64 at once'), ratio: median(cpu), limit: atMost(0.25) },
      { ...beside('memory after the load'), ratio: memory, limit: 0.38 },
    ];
  } finally {
    agent.destroy();
    for (const peer of [fleet, remote, least]) peer.stop();
  }
}

function beside(what: string) {
  return { name: `fleet mcp: ${what}`, baseline: 'mcp-remote' };
}

function ratioOf([ours = Number.NaN, theirs = Number.NaN]: readonly number[]): number {
  return ours / theirs;
}

async function medianMs(call: Call): Promise<number> {
  const tookMs: number[] = [];
  for (let done = 0; done < CALLS_IN_TURN; done += 1) {
    const startedAt = performance.now();
    await call();
    tookMs.push(performance.now() - startedAt);
  }
  return median(tookMs);
}

async function callsPerSecond(call: Call): Promise<number> {
  const startedAt = performance.now();
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (begun < CALLS_AT_ONCE) {
      begun += 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (CALLS_AT_ONCE * 1000) / (performance.now() - startedAt);
}

const DIRECT = {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer bench-key' },
};

function bodyOfCall(): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: CALL });
}

/** The same call without anything between, as assistants make it. */
async function fetched(url: string): Promise<void> {
  await (await fetch(url, { ...DIRECT, body: bodyOfCall() })).json();
}

/** The least that the same call can cost. */
function direct(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...DIRECT, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        JSON.parse(Buffer.concat(chunks).toString());
        resolve();
      });
    });
    sent.on('error', reject);
    sent.end(bodyOfCall());
  });
}
