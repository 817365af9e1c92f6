import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCatalogueServer } from './catalogue-server.ts';
import { type Measurement, median } from './measurement.ts';

const ROUNDS = 25;
const WARM_UP_ROUNDS = 3;
const FLEET = fileURLToPath(new URL('../../bin/run.js', import.meta.url));

interface Contender {
  readonly name: string;
  readonly command: readonly string[];
  /** The greatest ratio to bare Node that is accepted; undefined for a peer. */
  readonly limit?: number;
}

/**
 * Wall time of whole processes as ratios to `node -e 0` on the same Node: every contender runs once
 * a round, the ratio is taken within the round, and the median over the rounds is the figure.
 */
export async function benchStartUp(): Promise<readonly Measurement[]> {
  const server = await startCatalogueServer();
  const cache = mkdtempSync(join(tmpdir(), 'fleet-bench-'));
  const environment = {
    ...process.env,
    FLEET_CACHE_DIR: cache,
    FLEET_BASE_URL: server.baseUrl,
    FLEET_API_KEY: 'bench-key',
    FLEET_OUTPUT: 'json',
  };
  try {
    return measured(contenders(), environment);
  } finally {
    server.stop();
    rmSync(cache, { recursive: true, force: true });
  }
}

function contenders(): readonly Contender[] {
  const fleet = (...args: readonly string[]) => [process.execPath, FLEET, ...args];
  const ours: readonly Contender[] = [
    { name: 'fleet --version', command: fleet('--version'), limit: 1.1 },
    {
      name: 'fleet cloud list-machines --help',
      command: fleet('cloud', 'list-machines', '--help'),
      limit: 1.6,
    },
    { name: 'fleet cloud list-machines', command: fleet('cloud', 'list-machines'), limit: 2.1 },
    {
      name: 'fleet cloud list-machines -o table',
      command: fleet('cloud', 'list-machines', '-o', 'table'),
      limit: 2.3,
    },
    { name: 'fleet __complete cloud list', command: fleet('__complete', 'cloud', 'list') },
  ];
  const hasGh = spawnSync('gh', ['--version']).status === 0;
  return [
    ...ours,
    ...(hasGh ? [{ name: 'gh --version', command: ['gh', '--version'] }] : []),
    ...(hasGh ? [{ name: 'gh run list --help', command: ['gh', 'run', 'list', '--help'] }] : []),
  ];
}

function measured(
  all: readonly Contender[],
  environment: NodeJS.ProcessEnv,
): readonly Measurement[] {
  const ratios = all.map((): number[] => []);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const bareMs = wallMs([process.execPath, '-e', '0'], environment);
    for (const [index, contender] of all.entries()) {
      const ratio = wallMs(contender.command, environment) / bareMs;
      if (round >= 0) ratios[index]?.push(ratio);
    }
  }
  return all.map(({ name, limit }, index) => ({
    name,
    baseline: 'node -e 0',
    ratio: median(ratios[index] ?? []),
    ...(limit === undefined ? {} : { limit }),
  }));
}

/** Milliseconds from before the start to after the end of a process. Throws where it fails. */
function wallMs([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const tookMs = performance.now() - startedAt;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return tookMs;
}
