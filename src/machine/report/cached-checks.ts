import type { Clock } from '../../base/time/clock.ts';
import type { HealthCheck, RunnerReadiness } from '../../contract/record/machine.ts';
import type { Machine } from '../machine.ts';
import { runHealthChecks } from './health-checks.ts';
import { checkRunners } from './runner-readiness.ts';

/** What was found, and when (RFC 3339). */
export interface Checked<Value> {
  readonly value: Value;
  readonly at: string;
}

/** Something that is looked at, with the memory of the last look. */
export interface CachedCheck<Value> {
  /** Looks now. */
  look(): Promise<Checked<Value>>;
  /** What the last look found; looks now where there was none. */
  last(): Promise<Checked<Value>>;
}

/** What `refresh` of a command decides about: a new look, or the last one with its time. */
export interface CachedChecks {
  readonly health: CachedCheck<readonly HealthCheck[]>;
  readonly deepHealth: CachedCheck<readonly HealthCheck[]>;
  readonly runners: CachedCheck<readonly RunnerReadiness[]>;
}

type CachedCheckInput = Pick<Machine, 'clock' | 'config' | 'folder' | 'host' | 'secrets'>;

/** The findings of a machine; nothing is looked at yet. */
export function createCachedChecks(machine: CachedCheckInput): CachedChecks {
  const { clock } = machine;
  return {
    health: cacheCheck(clock, () => runHealthChecks(machine, { deep: false })),
    deepHealth: cacheCheck(clock, () => runHealthChecks(machine, { deep: true })),
    runners: cacheCheck(clock, () => checkRunners(machine)),
  };
}

function cacheCheck<Value>(clock: Clock, find: () => Promise<Value>): CachedCheck<Value> {
  let last: Checked<Value> | undefined;
  const look = async () => {
    const at = new Date(clock.now()).toISOString();
    last = { value: await find(), at };
    return last;
  };
  return { look, last: async () => last ?? (await look()) };
}
