import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setInterval as ticks } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median } from '../../bench/measurement.ts';
import { startFaultyService } from './faulty-service.ts';

const FLEET = fileURLToPath(new URL('../../../bin/run.js', import.meta.url));
const EVERY_MS = 50;
const LAST_ANSWERS_MS = 30_000;

/** Calls the bridge 20 times a second, half of them reads, and accounts for every answer. */
export async function soakBridge(seconds: number) {
  const service = await startFaultyService();
  const home = mkdtempSync(join(tmpdir(), 'fleet-soak-'));
  const bridge = spawn(process.execPath, [FLEET, 'mcp', '--confirm', 'never'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { HOME: home, FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'soak' },
  });
  const answers = new Map<number, number>();
  const wrong: string[] = [];
  let refused = 0;
  createInterface({ input: bridge.stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line);
    answers.set(id, (answers.get(id) ?? 0) + 1);
    const isRefused = result?.isError === true;
    if (isRefused) refused += 1;
    // A read is sent again until it is answered; what acts may end without an answer, and says so.
    const isRight = isRefused ? id % 2 === 1 : result?.structuredContent?.number === id;
    if (!isRight) wrong.push(line);
  });
  const rssBytes: number[] = [];
  let calls = 0;
  for await (const _ of ticks(EVERY_MS)) {
    calls += 1;
    const name = calls % 2 === 0 ? 'list_jobs' : 'run_skill';
    const params = { name, arguments: { limit: calls } };
    bridge.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: calls, method: 'tools/call', params })}\n`,
    );
    if (calls % 100 === 0) rssBytes.push(rssOf(bridge.pid));
    if (calls * EVERY_MS >= seconds * 1000) break;
  }
  const until = Date.now() + LAST_ANSWERS_MS;
  for await (const _ of ticks(EVERY_MS)) if (answers.size === calls || Date.now() > until) break;
  const ended = once(bridge, 'exit');
  bridge.stdin.end();
  await ended;
  service.stop();
  rmSync(home, { recursive: true, force: true });
  return {
    calls,
    lost: calls - answers.size,
    doubled: [...answers.values()].filter((count) => count > 1).length,
    /** Acting calls that the service ran more than once. */
    ran_twice: [...service.ran].filter(([number, times]) => number % 2 === 1 && times > 1).length,
    refused,
    wrong: wrong.slice(0, 5),
    rss_growth: growthOf(rssBytes),
    rss_bytes_max: Math.max(...rssBytes),
  };
}

/** The last tenth over the second one: in the first everything is still being loaded. */
function growthOf(samples: readonly number[]): number {
  const tenth = Math.ceil(samples.length / 10);
  return median(samples.slice(-tenth)) / median(samples.slice(tenth, 2 * tenth));
}

function rssOf(pid: number | undefined): number {
  return Number(String(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)]).stdout)) * 1024;
}
