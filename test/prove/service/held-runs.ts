import type { QueuedCommand, SyncResponse } from '../../../src/contract/sync.ts';
import { runReport, syncRequest } from '../../support/sync-reports.ts';
import type { Deployment } from './deployment.ts';
import { pause } from './proof.ts';
import { type Answer, send } from './send.ts';
import { CALLS_OF_KEY, syncOf, type Tenant, type TenantMachine } from './tenant.ts';

/** What a machine gets with a sync. */
export const OF_MACHINE = 20;
/** The longest that a run is held. */
export const HOLD_SECONDS = 240;
/** Fewer than a server holds of a key at once. */
export const HOLDS_OF_KEY = 60;
const OPENED_AT_ONCE = 100;

/** A `run_skill` that a server holds, whose command its machine has. */
export interface HeldRun {
  /** Counts from 0; the server that holds it goes by it. */
  readonly place: number;
  readonly machine: TenantMachine;
  readonly command: QueuedCommand;
  /** What the machine has in all. */
  readonly holding: readonly string[];
  readonly answer: Promise<{ readonly answer: Answer | undefined; readonly at: number }>;
}

/** So many held runs over all servers in turns. */
export async function holdRuns(
  deployment: Deployment,
  tenant: Tenant,
  count: number,
): Promise<readonly HeldRun[]> {
  const answers: HeldRun['answer'][] = [];
  let key = '';
  for (let place = 0; place < count; place += 1) {
    if (place % HOLDS_OF_KEY === 0) key = tenant.key(CALLS_OF_KEY);
    const run = {
      machine: tenant.machines[Math.floor(place / OF_MACHINE)]?.name,
      skill: 'deploy-check',
      payload: { mark: `held-${place}` },
      wait_seconds: HOLD_SECONDS,
    };
    const answer = tenant.tool(serverOf(deployment, place), 'run_skill', run, key);
    answers.push(answer.then((given) => ({ answer: given, at: performance.now() })));
    if (place % OPENED_AT_ONCE === OPENED_AT_ONCE - 1) await pause(20);
  }
  const held: HeldRun[] = [];
  const needed = tenant.machines.slice(0, Math.ceil(count / OF_MACHINE));
  for (const [at, machine] of needed.entries()) {
    const wanted = Math.min(OF_MACHINE, count - at * OF_MACHINE);
    const commands = await collect(serverOf(deployment, at), machine, wanted);
    const holding = commands.map(({ id }) => id);
    for (const command of commands) {
      const place = placeOf(command);
      const answer = answers[place];
      if (answer !== undefined) held.push({ place, machine, command, holding, answer });
    }
  }
  return held;
}

/**
 * Has a machine report runs of its own as done, to another server than the one that holds the first.
 * Throws where the server does not take it.
 */
export async function endRuns(deployment: Deployment, runs: readonly HeldRun[]): Promise<void> {
  const [first] = runs;
  if (first === undefined) return;
  const { holding, machine, place } = first;
  const done = { status: 'succeeded', outcome: 'done' } as const;
  const jobs = runs.map(({ command }) => runReport(String(command.args['job']), done));
  const results = runs.map(({ command }, at) => ({
    command: command.id,
    error: null,
    result: { machine_job_id: jobs[at]?.machine_job_id },
  }));
  const body = { ...syncRequest(Date.now()), jobs, results, holding };
  const answer = await send(serverOf(deployment, place + 1), { ...syncOf(machine.token), body });
  if (answer?.status !== 200) throw new Error(`jobs could not be ended: ${answer?.text}`);
}

function serverOf({ servers }: Deployment, place: number): string {
  return servers[place % servers.length]?.baseUrl ?? '';
}

function placeOf({ args }: QueuedCommand): number {
  return Number(/held-(\d+)/.exec(JSON.stringify(args))?.[1]);
}

/** Syncs until the machine has so many commands. */
async function collect(baseUrl: string, { token }: TenantMachine, wanted: number) {
  const commands = new Map<string, QueuedCommand>();
  while (commands.size < wanted) {
    const body = { ...syncRequest(Date.now()), wait_seconds: 1, holding: [...commands.keys()] };
    const answer = await send(baseUrl, { ...syncOf(token), body });
    if (answer?.status !== 200) throw new Error(`commands could not be had: ${answer?.text}`);
    for (const one of (answer.body as SyncResponse).commands) commands.set(one.id, one);
  }
  return [...commands.values()];
}
