// Every benchmark beside its peers or its baseline, in one run: `npm run bench [-- NAME …] [--json]`.
import { cpus } from 'node:os';
import { benchBridge } from './bridge.ts';
import { benchDeliveries } from './deliveries.ts';
import { benchHeldRequests } from './held-requests.ts';
import type { Measurement } from './measurement.ts';
import { benchPostgres } from './postgres/several-processes.ts';
import { benchRequestCpu } from './request-cpu.ts';
import { benchRows } from './rows.ts';
import { benchRunSkill } from './run-skill.ts';
import { benchStartUp } from './start-up.ts';
import { benchSyncs } from './syncs.ts';

type Bench = () => Promise<readonly Measurement[]>;

/** What runs where none is named, by the names under which one runs alone. */
const USUAL: Readonly<Record<string, readonly Bench[]>> = {
  'start-up': [benchStartUp],
  rows: [benchRows],
  service: [benchRequestCpu, benchHeldRequests, benchSyncs, benchRunSkill],
  deliveries: [benchDeliveries],
  bridge: [benchBridge],
};

/** Those that take minutes run only where they are named. */
const LONG: Readonly<Record<string, readonly Bench[]>> = {
  postgres: [benchPostgres],
  history: [benchHistory],
};

const named = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const chosen = named.length === 0 ? Object.values(USUAL).flat() : named.flatMap(benchNamed);
const measurements: Measurement[] = [];
for (const bench of chosen) measurements.push(...(await bench()));

if (process.argv.includes('--json')) {
  const machine = { node: process.version, platform: process.platform, cores: cpus().length };
  process.stdout.write(`${JSON.stringify({ machine, measurements }, undefined, 2)}\n`);
} else {
  process.stdout.write(`${tableOf(measurements)}\n`);
}
const tooSlow = measurements.filter(({ limit, ratio }) => limit !== undefined && ratio > limit);
if (tooSlow.length > 0) process.exitCode = 1;

/** It prints a table of its own, and says itself whether something is too slow. */
async function benchHistory(): Promise<readonly Measurement[]> {
  await import('./history/run.ts');
  return [];
}

function benchNamed(name: string): readonly Bench[] {
  const all = { ...USUAL, ...LONG };
  const benches = Object.hasOwn(all, name) ? all[name] : undefined;
  if (benches !== undefined) return benches;
  throw new Error(`there is no benchmark ${name}, only ${Object.keys(all).join(', ')}`);
}

function tableOf(rows: readonly Measurement[]): string {
  const nameWidth = Math.max(...rows.map(({ name }) => name.length));
  return rows
    .map(({ baseline, limit, name, notMeasured, ratio }) => {
      if (notMeasured !== undefined)
        return `${name.padEnd(nameWidth)}  not measured: ${notMeasured}`;
      const accepted =
        limit === undefined ? '' : `  at most ${limit}${ratio > limit ? '  TOO SLOW' : ''}`;
      return `${name.padEnd(nameWidth)}  ${ratio.toFixed(2)} × ${baseline}${accepted}`;
    })
    .join('\n');
}
