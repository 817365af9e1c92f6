import { openClient } from '../../../src/client/fleet-client.ts';
import type { EachRow } from '../../../src/commands/each/result-row.ts';
import { parseBaseUrl } from '../../../src/contract/base-url.ts';
import { Failure } from '../../../src/contract/failure.ts';
import { readEarlierRun } from '../../../src/flow/each/earlier-run.ts';
import { listMachines } from '../../../src/flow/each/list-machines.ts';
import { takenOnLine } from '../../../src/flow/each/run-lines.ts';
import { type SelectedMachine, selectMachines } from '../../../src/flow/each/select-machines.ts';
import { eachRound } from './each-round.ts';
import { fastClock, SPEED } from './fast-clock.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import type { HandsFleet } from './hands-fleet.ts';
import type { HandsPlan } from './hands-plan.ts';
import { wronglyTold } from './wrongly-told.ts';

export interface HandsResult {
  readonly seed: number;
  /** What must not have happened. */
  readonly faults: readonly string[];
  /** What the machines were told to have come to, over all rounds. */
  readonly results: readonly string[];
  readonly met: readonly string[];
  readonly rounds: number;
}

const TIMEOUT_MS = 15_000;
const ROUNDS_MAX = 4;
const EVERY_MACHINE = { patterns: [{ text: '*', isExact: false }], conditions: [] };

/**
 * Plays one seeded run of `fleet each` and the runs that repeat what it did not send, through a proxy that
 * cuts, delays and doubles, and compares what was told with the server's own database.
 */
export async function eachRun(plan: HandsPlan, fleet: HandsFleet): Promise<HandsResult> {
  const { random } = plan;
  const lateMs = (1.2 * TIMEOUT_MS) / SPEED;
  const { faultShare } = plan;
  const proxy = await startFaultyProxy({ target: fleet.baseUrl, random, faultShare, lateMs });
  const key = await fleet.key();
  const clock = fastClock();
  const client = openClient({
    baseUrl: parseBaseUrl(proxy.baseUrl),
    key: key.text,
    clock,
    random,
    timeoutMs: TIMEOUT_MS,
    version: '0.0.0',
    environment: {},
  });
  try {
    const all = await selectAll(client);
    const rows: EachRow[] = [];
    const faults: string[] = [];
    let targets = all;
    let text = '';
    let rounds = 0;
    if (plan.awayAfter !== undefined) proxy.leaveAfter(plan.awayAfter + 1);
    while (targets.length > 0 && rounds < ROUNDS_MAX) {
      const run = `run-${rounds}`;
      const isFirst = rounds === 0;
      const lines = await eachRound({ plan, client, clock, targets, run, isFirst });
      rows.push(...lines.flatMap(rowIn));
      text = plan.sameFile ? `${text}${lines.join('\n')}\n` : lines.join('\n');
      targets = openIn(text, plan);
      rounds += 1;
      const taken = `${text}\n${takenOnLine(`run-${rounds}`, targets)}\n`;
      if (openIn(taken, plan).length > 0) faults.push('what was taken on could be taken on again');
      if (plan.sameFile) text = taken;
      await proxy.comeBack();
    }
    faults.push(...wronglyTold(rows, { all, commands: await fleet.commandsOf(key.id), plan }));
    const results = rows.map(({ result }) => result);
    return { seed: plan.seed, faults, results, met: [...proxy.met.keys()], rounds };
  } finally {
    await client.close();
    proxy.close();
  }
}

/** No machine where even the list could not be had; then nothing may have been sent. */
async function selectAll(
  client: Parameters<typeof listMachines>[0],
): Promise<readonly SelectedMachine[]> {
  try {
    return selectMachines(await listMachines(client), EVERY_MACHINE);
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}

/** What a repeating run would send; nothing where the file is of no use, as with half a line alone. */
function openIn(text: string, { operation }: HandsPlan): readonly SelectedMachine[] {
  try {
    return readEarlierRun(text, operation).notSent;
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}

function rowIn(line: string): readonly EachRow[] {
  try {
    return [JSON.parse(line) as EachRow];
  } catch {
    return [];
  }
}
