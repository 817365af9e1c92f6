import { join } from 'node:path';
import { systemClock } from '../../../src/base/time/clock.ts';
import { openClient } from '../../../src/client/fleet-client.ts';
import { parseBaseUrl } from '../../../src/contract/base-url.ts';
import type { HandsResult } from './each-run.ts';
import { fastClock, SPEED } from './fast-clock.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import type { PushFleet } from './push-fleet.ts';
import type { PushMachine } from './push-machine.ts';
import { type PushPlan, prepare } from './push-plan.ts';
import { pushRound, type RoundEnd } from './push-round.ts';
import { wronglyPushed } from './wrongly-pushed.ts';

const TIMEOUT_MS = 15_000;
/** Behind the proxy; two more follow without it. */
const FAULTY_ROUNDS = 2;

/**
 * Plays one seeded run of `fleet skill push` and what a person does then: it is run again, at last with
 * nothing in between, which makes all as the folder, and once more, which does nothing. Compares what was
 * told with the server's own database and with what the machines have.
 */
export async function pushRun(plan: PushPlan, fleet: PushFleet): Promise<HandsResult> {
  const { faultShare, random, seed } = plan;
  // The service holds a change for 20 s, and its response is waited for a while longer.
  const lateMs = (1.2 * (TIMEOUT_MS + 20_000)) / SPEED;
  const proxy = await startFaultyProxy({ target: fleet.baseUrl, random, faultShare, lateMs });
  const key = await fleet.key();
  const taken = await fleet.take();
  const machines = taken.slice(0, plan.machineCount);
  const faults: string[] = [];
  const results: string[] = [];
  let known = 0;

  async function play(nth: number, baseUrl: string): Promise<RoundEnd> {
    // Where nothing is to go wrong, a busy computer has all the time.
    const clock = nth < FAULTY_ROUNDS ? fastClock() : systemClock;
    const client = openClient({
      baseUrl: parseBaseUrl(baseUrl),
      key: key.text,
      clock,
      random,
      timeoutMs: TIMEOUT_MS,
      version: '0.0.0',
      environment: {},
    });
    let before = textsOf(machines);
    const { interruptAfter, meddling } = nth === 0 ? plan : NOTHING_MORE;
    let meddled: string | undefined;
    const home = join(fleet.folder, `home-${seed}`);
    const planned = (): void => {
      const [first] = machines;
      if (meddling !== undefined && first !== undefined) meddled = meddle(first, meddling);
      before = textsOf(machines);
    };
    try {
      const end = await pushRound({ plan, client, clock, machines, home, planned, interruptAfter });
      // What was given up on may still arrive.
      await proxy.settled();
      const changes = (await fleet.changesOf(key.id)).slice(known);
      known += changes.length;
      const round = { ...end, changes, before, machines, meddled };
      faults.push(...wronglyPushed(round, plan).map((fault) => `round ${nth}: ${fault}`));
      results.push(...(end.rows ?? [{ outcome: 'told nothing' }]).map(({ outcome }) => outcome));
      return end;
    } finally {
      await client.close();
    }
  }

  try {
    prepare(machines, plan);
    if (plan.awayAfter !== undefined) proxy.leaveAfter(plan.awayAfter);
    for (let nth = 0; nth < FAULTY_ROUNDS; nth += 1) {
      await play(nth, proxy.baseUrl);
      await proxy.comeBack();
    }
    const made = await play(FAULTY_ROUNDS, fleet.baseUrl);
    const before = known;
    const last = await play(FAULTY_ROUNDS + 1, fleet.baseUrl);
    if (known > before && plan.refused === undefined) faults.push('a second run did something');
    for (const { exitCode, why } of plan.refused === undefined ? [made, last] : []) {
      if (exitCode !== 0) faults.push(`without faults it ends with ${exitCode}: ${why}`);
    }
    const met = [...proxy.met.keys()];
    return { seed, faults, results, met, rounds: FAULTY_ROUNDS + 2 };
  } finally {
    proxy.close();
    fleet.giveBack(taken);
  }
}

const NOTHING_MORE = { interruptAfter: undefined, meddling: undefined };

/** Does what somebody else does, and gives the skill where that changed it. */
function meddle(
  { texts }: PushMachine,
  { skill, text }: NonNullable<PushPlan['meddling']>,
): string | undefined {
  if (texts.get(skill) === text) return undefined;
  if (text === undefined) texts.delete(skill);
  else texts.set(skill, text);
  return skill;
}

function textsOf(machines: readonly PushMachine[]) {
  return new Map(machines.map(({ id, texts }) => [id, new Map(texts)]));
}
