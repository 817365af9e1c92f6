import { join } from 'node:path';
import type { Clock } from '../../../src/base/time/clock.ts';
import type { FleetClient } from '../../../src/client/fleet-client.ts';
import type { SkillRow } from '../../../src/commands/skill/plan-report.ts';
import { pushSkills } from '../../../src/commands/skill/push-skills.ts';
import { createSkillPrinter } from '../../../src/commands/skill/skill-printer.ts';
import { Failure, interruptedFailure } from '../../../src/contract/failure.ts';
import { textOf } from '../../../src/contract/response-member.ts';
import { listMachines } from '../../../src/flow/each/list-machines.ts';
import { createPace } from '../../../src/flow/each/pace.ts';
import { selectMachines } from '../../../src/flow/each/select-machines.ts';
import { watchClient } from '../../../src/flow/each/watched-client.ts';
import { exitCodeOf } from '../../../src/terminal/exit-codes.ts';
import { memoryRuntime } from '../client/memory-runtime.ts';
import type { PushMachine } from './push-machine.ts';
import type { PushPlan } from './push-plan.ts';

interface Round {
  readonly plan: PushPlan;
  readonly client: FleetClient;
  readonly clock: Clock;
  readonly machines: readonly PushMachine[];
  /** Where the command keeps what it remembers. */
  readonly home: string;
  /** Called when the plan was made and nothing of it was sent. */
  readonly planned: () => void;
  /** Ctrl-C comes after so many changes. */
  readonly interruptAfter: number | undefined;
}

/** What a run told, and how it ended. */
export interface RoundEnd {
  /** Undefined where it ended in a failure before. */
  readonly rows: readonly SkillRow[] | undefined;
  readonly exitCode: number;
  /** Why it did not all go, in words. */
  readonly why: string;
}

const FOLLOW_MS = 60_000;

/** One run of `fleet skill push --yes -o json`. Gives what it told; throws what is no `Failure`. */
export async function pushRound(round: Round): Promise<RoundEnd> {
  const { clock, home, plan } = round;
  const memory = { home, environment: {}, isTerminal: false, columns: 80, random: plan.random };
  const { runtime: inMemory, written } = memoryRuntime(memory);
  const runtime = { ...inMemory, clock };
  const flags = { output: 'json', yes: true, prune: plan.prune };
  const printer = await createSkillPrinter(flags, runtime);
  const interruption = new AbortController();
  const { signal } = interruption;
  let ended = 0;
  try {
    const watching = { pace: createPace(clock), signal, sendingSignal: signal };
    const { client } = watchClient(round.client, watching);
    const exitCode = await pushSkills({
      open: {
        service: { client, clock, signal, followTimeoutMs: FOLLOW_MS },
        machines: await chosen(client, round.machines),
        leftOut: [],
        identity: { baseUrl: '', profile: '' },
      },
      runtime,
      printer: {
        ...printer,
        async plan(...plans) {
          await printer.plan(...plans);
          round.planned();
        },
        async ended(place, end) {
          await printer.ended(place, end);
          ended += 1;
          if (ended === round.interruptAfter) interruption.abort(interruptedFailure());
        },
      },
      folder: join(home, 'skills'),
      local: new Map(
        [...plan.folder].map(([skill, content]) => [skill, { kind: 'text', content }]),
      ),
      besides: [],
      flags,
    });
    const rows: readonly SkillRow[] = JSON.parse(written.stdout).skills;
    const why = rows.flatMap(({ detail, outcome }) => (outcome === 'left' ? [] : (detail ?? [])));
    return { rows, exitCode, why: why.join('; ') };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const why = `${error.facts.title} ${error.facts.detail ?? ''}`;
    return { rows: undefined, exitCode: exitCodeOf(error), why };
  }
}

async function chosen(client: FleetClient, machines: readonly PushMachine[]) {
  const all = await listMachines(client);
  const patterns = machines.map(({ name }) => ({ text: name, isExact: true }));
  return selectMachines(all, { patterns, conditions: [] }).map((target) => ({
    ...target,
    record: all.find((record) => textOf(record, 'id') === target.id),
  }));
}
