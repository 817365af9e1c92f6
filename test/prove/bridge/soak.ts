import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause, setInterval as ticks } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median } from '../../bench/measurement.ts';
import { startFaultyService } from './faulty-service.ts';
import type { LiveObjects } from './live-objects.ts';

const FLEET = fileURLToPath(new URL('../../../bin/run.js', import.meta.url));
const PROBE = new URL('live-objects.ts', import.meta.url).href;
const LAST_ANSWERS_MS = 30_000;

/** What V8 compiles and learns on the way; 3,600 calls take no more of it than 600. */
export const HEAP_GROWTH_BYTES_MAX = 1_500_000;
/** Connections that are kept for the next call, and their timers. */
export const HANDLES_GROWTH_MAX = 8;

/**
 * Calls the bridge so many times, half of them reads, and accounts for every answer and for what is
 * alive in the bridge. Without options it is called 20 times a second, and every third call fails.
 */
export async function soakBridge(callsMax: number, { everyMs = 50, faultEvery = 3 } = {}) {
  const service = await startFaultyService(faultEvery);
  const home = mkdtempSync(join(tmpdir(), 'fleet-soak-'));
  const { bridge, stdin, stdout, liveObjects } = startProbedBridge(home, service.baseUrl);
  const answers = new Map<number, number>();
  const wrong: string[] = [];
  let refused = 0;
  createInterface({ input: stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line);
    answers.set(id, (answers.get(id) ?? 0) + 1);
    const isRefused = result?.isError === true;
    if (isRefused) refused += 1;
    // A read is sent again until it is answered; what acts may end without an answer, and says so.
    const isRight = isRefused ? id % 2 === 1 : result?.structuredContent?.number === id;
    if (!isRight) wrong.push(line);
  });
  const rssBytes: number[] = [];
  let early: LiveObjects = { heapBytes: 0, handles: 0 };
  let calls = 0;
  while (calls < callsMax) {
    // Unlike the ticks of an interval, these pauses do not pile up while the answers are awaited.
    await pause(everyMs);
    calls += 1;
    const name = calls % 2 === 0 ? 'list_jobs' : 'run_skill';
    const params = { name, arguments: { limit: calls } };
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: calls, method: 'tools/call', params })}\n`);
    if (calls % 100 === 0) rssBytes.push(rssOf(bridge.pid));
    if (calls === Math.ceil(callsMax / 5)) {
      await allAnswered();
      early = await liveObjects();
    }
  }
  await allAnswered();
  const late = await liveObjects();
  const ended = once(bridge, 'exit');
  stdin.end();
  await ended;
  service.stop();
  rmSync(home, { recursive: true, force: true });

  async function allAnswered(): Promise<void> {
    const until = Date.now() + LAST_ANSWERS_MS;
    for await (const _ of ticks(50)) if (answers.size === calls || Date.now() > until) break;
  }

  return {
    calls,
    lost: calls - answers.size,
    doubled: [...answers.values()].filter((count) => count > 1).length,
    /** Acting calls that the service ran more than once. */
    ran_twice: [...service.ran].filter(([number, times]) => number % 2 === 1 && times > 1).length,
    refused,
    wrong: wrong.slice(0, 5),
    /** Between a fifth of the calls, when everything is loaded, and the last one; each with nothing under way. */
    heap_growth_bytes: late.heapBytes - early.heapBytes,
    handles_growth: late.handles - early.handles,
    rss_growth: growthOf(rssBytes),
    rss_bytes_max: Math.max(...rssBytes),
  };
}

/** A bridge that tells what is alive in it. */
function startProbedBridge(home: string, baseUrl: string) {
  const node = ['--expose-gc', '--import', PROBE];
  const bridge = spawn(process.execPath, [...node, FLEET, 'mcp', '--confirm', 'never'], {
    stdio: ['pipe', 'pipe', 'inherit', 'pipe'],
    env: { HOME: home, FLEET_BASE_URL: baseUrl, FLEET_API_KEY: 'soak' },
  });
  // Node's types know the first three streams only where there is no fourth.
  const [stdin, stdout, , probe] = bridge.stdio as [Writable, Readable, null, Readable, null];
  const probed = createInterface({ input: probe });
  async function liveObjects(): Promise<LiveObjects> {
    const line = once(probed, 'line');
    bridge.kill('SIGUSR2');
    return JSON.parse((await line)[0]);
  }
  return { bridge, stdin, stdout, liveObjects };
}

/** The last tenth over the second one: in the first everything is still being loaded. */
function growthOf(samples: readonly number[]): number {
  const tenth = Math.ceil(samples.length / 10);
  return median(samples.slice(-tenth)) / median(samples.slice(tenth, 2 * tenth));
}

function rssOf(pid: number | undefined): number {
  return Number(String(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)]).stdout)) * 1024;
}
