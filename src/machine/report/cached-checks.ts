import type { Clock } from '../../base/time/clock.ts';
import type { HealthCheck, RunnerReadiness } from '../../contract/record/machine.ts';
import type { Machine } from '../machine.ts';
import { readHealth } from './health-checks.ts';
import { readRunners } from './runner-readiness.ts';

/** What was found, and when (RFC 3339). */
export interface Found<Value> {
  readonly value: Value;
  readonly at: string;
}

/** Something that is looked at, with the memory of the last look. */
export interface LastFound<Value> {
  /** Looks now. */
  look(): Promise<Found<Value>>;
  /** What the last look found; looks now where there was none. */
  last(): Promise<Found<Value>>;
}

/** What `refresh` of a command decides about: a new look, or the last one with its time. */
export interface Findings {
  readonly health: LastFound<readonly HealthCheck[]>;
  readonly deepHealth: LastFound<readonly HealthCheck[]>;
  readonly runners: LastFound<readonly RunnerReadiness[]>;
}

type Looked = Pick<Machine, 'clock' | 'config' | 'folder' | 'host' | 'secrets'>;

/** The findings of a machine; nothing is looked at yet. */
export function openFindings(machine: Looked): Findings {
  const { clock } = machine;
  return {
    health: keepLast(clock, () => readHealth(machine, { deep: false })),
    deepHealth: keepLast(clock, () => readHealth(machine, { deep: true })),
    runners: keepLast(clock, () => readRunners(machine)),
  };
}

function keepLast<Value>(clock: Clock, find: () => Promise<Value>): LastFound<Value> {
  let last: Found<Value> | undefined;
  const look = async () => {
    const at = new Date(clock.now()).toISOString();
    last = { value: await find(), at };
    return last;
  };
  return { look, last: async () => last ?? (await look()) };
}
