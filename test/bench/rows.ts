import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPagedService } from '../support/paged-service.ts';
import { atMost, type Measurement, median } from './measurement.ts';

const ROUNDS = 5;
const WARM_UP_ROUNDS = 1;
const FLEET = fileURLToPath(new URL('../../bin/run.js', import.meta.url));
const BARE_LOOP = fileURLToPath(new URL('./bare-loop.ts', import.meta.url));

interface Pair {
  readonly name: string;
  readonly command: readonly string[];
  readonly baseline: string;
  readonly baselineCommand: readonly string[];
  readonly limit: number;
}

/** Long lists: wall time of whole processes, each beside its baseline in the same round. */
export async function benchRows(): Promise<readonly Measurement[]> {
  const service = await startPagedService();
  const folder = mkdtempSync(join(tmpdir(), 'fleet-bench-'));
  const environment = {
    ...process.env,
    FLEET_CACHE_DIR: folder,
    FLEET_BASE_URL: service.baseUrl,
    FLEET_API_KEY: 'bench-key',
  };
  try {
    return pairs(service.baseUrl).map((pair) => {
      const ratios: number[] = [];
      for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
        const baseline = wallMs(pair.baselineCommand, environment);
        const ratio = wallMs(pair.command, environment) / baseline;
        if (round >= 0) ratios.push(ratio);
      }
      const { baseline, limit, name } = pair;
      return { name, baseline, ratio: median(ratios), limit };
    });
  } finally {
    service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function pairs(baseUrl: string): readonly Pair[] {
  const list = (pages: number, format: string) => [
    FLEET,
    ...['cloud', 'list-rows', '--pages', String(pages), '--all', '-o', format],
  ];
  return [
    {
      name: '--all -o table, 100,000 rows',
      command: list(100, 'table'),
      baseline: 'the same rows as csv',
      baselineCommand: list(100, 'csv'),
      limit: atMost(2.5),
    },
    {
      name: '--all -o jsonl, 1,000,000 rows',
      command: list(1000, 'jsonl'),
      baseline: 'a bare loop over the same pages',
      baselineCommand: [BARE_LOOP, baseUrl, '1000'],
      limit: atMost(1.6),
    },
  ];
}

/** Milliseconds from before the start to after the end of a Node. Throws where it fails. */
function wallMs(args: readonly string[], env: NodeJS.ProcessEnv): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const tookMs = performance.now() - startedAt;
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return tookMs;
}
