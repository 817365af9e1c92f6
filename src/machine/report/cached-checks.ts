import type { Clock } from '../../base/time/clock.ts';
import type { HealthCheck, RunnerReadiness } from '../../contract/record/machine.ts';
import { type HealthCheckInput, runHealthChecks } from './health-checks.ts';
import { checkRunners } from './runner-readiness.ts';

/** The result of a check, and when it was made (RFC 3339). */
interface Checked<Value> {
  readonly value: Value;
  readonly at: string;
}

/** A check that remembers its last result. */
interface CachedCheck<Value> {
  /** Checks now. */
  refresh(): Promise<Checked<Value>>;
  /** The last result; checks now where there is none. */
  last(): Promise<Checked<Value>>;
}

/** The checks that a command runs anew with `refresh`, and whose last result it gives without. */
export interface CachedChecks {
  readonly health: CachedCheck<readonly HealthCheck[]>;
  readonly deepHealth: CachedCheck<readonly HealthCheck[]>;
  readonly runners: CachedCheck<readonly RunnerReadiness[]>;
}

/** The checks of a machine; none is made yet. */
export function createCachedChecks(clock: Clock, machine: HealthCheckInput): CachedChecks {
  return {
    health: cacheCheck(clock, () => runHealthChecks(machine, { deep: false })),
    deepHealth: cacheCheck(clock, () => runHealthChecks(machine, { deep: true })),
    runners: cacheCheck(clock, () => checkRunners(machine)),
  };
}

function cacheCheck<Value>(clock: Clock, check: () => Promise<Value>): CachedCheck<Value> {
  let last: Checked<Value> | undefined;
  const refresh = async () => {
    const at = new Date(clock.now()).toISOString();
    last = { value: await check(), at };
    return last;
  };
  return { refresh, last: async () => last ?? (await refresh()) };
}
