import type { Clock } from '../../../src/base/time/clock.ts';
import type { FleetClient } from '../../../src/client/fleet-client.ts';
import { type EachRow, resultRow } from '../../../src/commands/each/result-row.ts';
import { runEach } from '../../../src/flow/each/run-each.ts';
import type { SelectedMachine } from '../../../src/flow/each/select-machines.ts';
import type { HandsPlan } from './hands-plan.ts';

interface Round {
  readonly plan: HandsPlan;
  readonly client: FleetClient;
  readonly clock: Clock;
  readonly targets: readonly SelectedMachine[];
  /** The id of the run. */
  readonly run: string;
  /** Whether the plan's interruption or kill comes in it. */
  readonly isFirst: boolean;
}

const INPUT = {
  send_command: { type: 'ping' },
  run_skill: { skill: 'deploy-check' },
} as const;
const FOLLOW_MS = 60_000;

/** One run of `fleet each` from the frozen targets on. Gives its lines as they were written. */
export async function eachRound(round: Round): Promise<readonly string[]> {
  const { client, clock, isFirst, plan, run, targets } = round;
  const interruption = new AbortController();
  const operationClass = plan.operation === 'run_skill' ? 'write' : 'destructive';
  const called = {
    run,
    runMachines: targets.length,
    operation: plan.operation,
    operationClass,
    isFollowed: plan.isFollowed,
    waitWasGiven: false,
  };
  const lines: string[] = [];
  const results = runEach({
    client,
    clock,
    tool: { name: plan.operation, input_schema: {} },
    operationClass,
    input: INPUT[plan.operation],
    targets,
    parallel: plan.parallel,
    signal: interruption.signal,
    ...(plan.isFollowed ? { followTimeoutMs: FOLLOW_MS } : {}),
  });
  if (isFirst && plan.interruptAfter === 0) interruption.abort();
  for await (const result of results) {
    const row: EachRow = resultRow(result, called);
    lines.push(JSON.stringify(row));
    if (isFirst && plan.interruptAfter === lines.length) interruption.abort();
    if (isFirst && plan.killAfter === lines.length) return brokenOff(lines, plan);
  }
  return lines;
}

function brokenOff(lines: readonly string[], { random }: HandsPlan): readonly string[] {
  const last = lines.at(-1) ?? '';
  return [...lines.slice(0, -1), last.slice(0, Math.floor(random() * last.length))];
}
