// Every benchmark beside its peers or its baseline, in one run: `npm run bench [-- --json]`.
import { cpus } from 'node:os';
import { benchBridge } from './bridge.ts';
import { benchDeliveries } from './deliveries.ts';
import { benchHeldRequests } from './held-requests.ts';
import type { Measurement } from './measurement.ts';
import { benchRequestCpu } from './request-cpu.ts';
import { benchRows } from './rows.ts';
import { benchStartUp } from './start-up.ts';
import { benchSyncs } from './syncs.ts';

const BENCHMARKS: readonly (() => Promise<readonly Measurement[]>)[] = [
  benchStartUp,
  benchRows,
  benchRequestCpu,
  benchHeldRequests,
  benchSyncs,
  benchDeliveries,
  benchBridge,
];

const measurements: Measurement[] = [];
for (const bench of BENCHMARKS) measurements.push(...(await bench()));

if (process.argv.includes('--json')) {
  const machine = { node: process.version, platform: process.platform, cores: cpus().length };
  process.stdout.write(`${JSON.stringify({ machine, measurements }, undefined, 2)}\n`);
} else {
  process.stdout.write(`${tableOf(measurements)}\n`);
}
const tooSlow = measurements.filter(({ limit, ratio }) => limit !== undefined && ratio > limit);
process.exitCode = tooSlow.length > 0 ? 1 : 0;

function tableOf(rows: readonly Measurement[]): string {
  const nameWidth = Math.max(...rows.map(({ name }) => name.length));
  return rows
    .map(({ baseline, limit, name, ratio }) => {
      const accepted =
        limit === undefined ? '' : `  at most ${limit}${ratio > limit ? '  TOO SLOW' : ''}`;
      return `${name.padEnd(nameWidth)}  ${ratio.toFixed(2)} × ${baseline}${accepted}`;
    })
    .join('\n');
}
