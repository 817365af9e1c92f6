// Every benchmark beside its peers or its baseline, in one run: `npm run bench [-- --json]`.
import { cpus } from 'node:os';
import type { Measurement } from './measurement.ts';
import { benchRequestCpu } from './request-cpu.ts';
import { benchStartUp } from './start-up.ts';

const BENCHMARKS: readonly (() => Promise<readonly Measurement[]>)[] = [
  benchStartUp,
  benchRequestCpu,
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
    .map(({ aim, baseline, limit, name, ratio }) => {
      const accepted =
        limit === undefined ? '' : `  at most ${limit}${ratio > limit ? '  TOO SLOW' : ''}`;
      const wanted = aim === undefined ? '' : `  wanted ${aim}`;
      return `${name.padEnd(nameWidth)}  ${ratio.toFixed(2)} × ${baseline}${accepted}${wanted}`;
    })
    .join('\n');
}
