import * as fc from 'fast-check';
import { checkCall } from './check-call.ts';
import { checkCounts } from './check-counts.ts';
import { checkList, type ListAnswer } from './check-list.ts';
import { createKnownWorld, type KnownWorld } from './known-values.ts';
import { createMachines } from './machine-life.ts';
import { type PublishedContract, readContract } from './published-contract.ts';
import { checkRaw, rawRequests } from './raw-requests.ts';
import { inputsFor } from './schema-values.ts';
import type { Worlds } from './with-worlds.ts';
import type { ScopeName, World } from './world.ts';

export interface FuzzOptions {
  readonly cases: number;
  readonly seed: number;
  readonly openWorlds: () => Promise<Worlds>;
  /** Ends the run early: what was found until then is given. */
  readonly signal?: AbortSignal;
  /** Stops after so many; 20 without it. */
  readonly faultsMax?: number;
  /** Told from time to time how many cases are done. */
  readonly report?: (done: number) => void;
}

export interface FuzzResult {
  cases: number;
  /** How many calls by name ended with each status. */
  readonly statuses: Record<string, number>;
  /** How many of each operation succeeded, and with rows where it is a list. */
  readonly succeeded: Record<string, number>;
  /** Each with the smallest input that shows it. */
  readonly faults: string[];
}

/** One case in six is a raw request, the others are calls of operations. */
const CALLS_PER_RAW = 5;
const ROUND_CASES = 6;
/** In one round of so many machines are disconnected, and not in the first. */
const DISCONNECT_EVERY = 5;
/** Below the 600 that a key may send in a minute, with room for the shrinking of a fault. */
const CASES_A_MINUTE = 400;
const FAULTS_MAX = 20;
/** From so many cases on, when lists are long, one answer in four is compared with the rows that there are. */
const COMPARED_ALL_UNTIL = 6_000;
const REPORT_EVERY = 10_000;

/**
 * Calls every operation on every surface with inputs made from the published schemas, and sends raw
 * requests to every endpoint, round after round; what exists is named in the next round. After a
 * fault it goes on in new worlds, since those of before are no twins any more.
 */
export async function fuzzContract(options: FuzzOptions): Promise<FuzzResult> {
  const result: FuzzResult = { cases: 0, statuses: {}, succeeded: {}, faults: [] };
  const { faultsMax = FAULTS_MAX } = options;
  while (isUnfinished(options, result) && result.faults.length < faultsMax) {
    const worlds = await options.openWorlds();
    try {
      const contract = await readContract(worlds.raw);
      await fuzzWorlds({ options, result, worlds, contract, known: createKnownWorld() });
      const errors = Object.values(worlds).flatMap((world) => world.errors);
      result.faults.push(...errors.slice(0, 3));
    } finally {
      await Promise.all(Object.values(worlds).map((world) => world.close()));
    }
  }
  return result;
}

function isUnfinished({ cases, signal }: FuzzOptions, result: FuzzResult): boolean {
  return result.cases < cases && signal?.aborted !== true;
}

interface Run {
  readonly options: FuzzOptions;
  readonly result: FuzzResult;
  readonly worlds: Worlds;
  readonly contract: PublishedContract;
  readonly known: KnownWorld;
}

/** Goes on until the first fault. */
async function fuzzWorlds(run: Run): Promise<void> {
  const { result, options } = run;
  const pace = await startTime(run.worlds);
  const faultsBefore = result.faults.length;
  for (let round = 0; isUnfinished(options, result); round += 1) {
    for (const batch of batchesOf(run, round)) {
      await checkBatch(run, batch, pace);
      if (result.faults.length > faultsBefore || options.signal?.aborted) return;
    }
  }
}

/** Some cases of one operation or endpoint, and how one is checked. */
interface Batch<T = unknown> {
  readonly name: string;
  readonly values: fc.Arbitrary<T>;
  check(value: T): Promise<readonly string[]>;
}

function* batchesOf(run: Run, round: number): Generator<Batch> {
  const { operations, endpoints } = run.contract;
  for (const [place, operation] of operations.entries()) {
    // Without machines little else succeeds.
    if (operation.name === 'disconnect_machine' && (round + 1) % DISCONNECT_EVERY !== 0) continue;
    yield callsOf(run, operation) as Batch;
    if (place % CALLS_PER_RAW !== 0) continue;
    const endpoint = endpoints[(round * operations.length + place) % endpoints.length];
    if (endpoint === undefined) continue;
    yield {
      name: `${endpoint.method} ${endpoint.path}`,
      values: rawRequests(endpoint, run.known.values()),
      check: (request) => checkRaw(run.worlds.raw, request as never),
    };
  }
}

type GeneratedCall = Parameters<typeof checkCall>[2];

function callsOf(
  { known, worlds, result }: Run,
  operation: PublishedContract['operations'][number],
): Batch<Omit<GeneratedCall, 'operation' | 'requestId'>> {
  const values = known.values();
  const [openapi, mcp] = operation.schemas;
  return {
    name: operation.name,
    values: fc.record({
      input: fc.oneof(inputsFor(openapi, values), inputsFor(mcp, values)),
      scope: scopes(),
      isModern: fc.boolean(),
    }),
    async check(given) {
      const call = { ...given, operation: operation.name, requestId: `fuzz-${result.cases}` };
      const { wrong, verdict } = await checkCall(worlds, operation, call);
      result.statuses[verdict.status] = (result.statuses[verdict.status] ?? 0) + 1;
      if (verdict.status < 300 && hasRows(verdict.body)) {
        result.succeeded[operation.name] = (result.succeeded[operation.name] ?? 0) + 1;
      }
      known.remember(verdict.body);
      if (wrong.length > 0 || verdict.status !== 200 || !isCompared(result.cases)) return wrong;
      const answer = { operation: operation.name, input: Object(given.input), body: verdict.body };
      const turn = result.succeeded[operation.name] ?? 0;
      return await compareRows(worlds.byName, answer as ListAnswer, turn);
    },
  };
}

function isCompared(cases: number): boolean {
  return cases < COMPARED_ALL_UNTIL || Math.floor(cases / ROUND_CASES) % 4 === 0;
}

/** What a page or a figure says that the rows of the same world do not. */
async function compareRows(
  world: World,
  answer: ListAnswer,
  turn: number,
): Promise<readonly string[]> {
  return [...(await checkList(world, answer, turn)), ...(await checkCounts(world, answer))];
}

/** False of a list without rows, in which nothing could disagree. */
function hasRows(body: unknown): boolean {
  const lists = Object.values(Object(body)).filter(Array.isArray);
  return lists.length !== 1 || lists.every((list) => list.length > 0);
}

function scopes(): fc.Arbitrary<ScopeName> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant('admin' as const) },
    { weight: 1, arbitrary: fc.constantFrom('read' as const, 'run' as const) },
  );
}

async function checkBatch({ result, options }: Run, batch: Batch, pace: () => Promise<void>) {
  const runs = Math.min(ROUND_CASES, options.cases - result.cases);
  if (runs <= 0) return;
  const property = fc.asyncProperty(batch.values, async (value) => {
    await pace();
    const wrong = await batch.check(value);
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
  });
  const details = await fc.check(property, { numRuns: runs, seed: options.seed + result.cases });
  const before = result.cases;
  result.cases += runs;
  const isTime = Math.floor(result.cases / REPORT_EVERY) > Math.floor(before / REPORT_EVERY);
  if (isTime) options.report?.(result.cases);
  if (details.failed) result.faults.push(describeFault(batch.name, details));
}

/** Machines live and time passes, the same in all worlds, each time that so many cases were sent. */
async function startTime(worlds: Worlds): Promise<() => Promise<void>> {
  const all = Object.values(worlds);
  const machines = all.map(createMachines);
  const pass = async (): Promise<void> => {
    await Promise.all(machines.map((each) => each.live()));
    await Promise.all(all.map((world) => world.advance(61_000)));
  };
  await pass();
  let sent = 0;
  return async () => {
    sent += 1;
    if (sent % CASES_A_MINUTE === 0) await pass();
  };
}

/** What of fast-check's details tells a fault. */
interface FaultDetails {
  readonly counterexample: unknown;
  readonly counterexamplePath: string | null;
  readonly errorInstance: unknown;
  readonly seed: number;
}

function describeFault(name: string, details: FaultDetails): string {
  const { counterexample, counterexamplePath: path, errorInstance, seed } = details;
  const input = JSON.stringify(counterexample)?.slice(0, 1500);
  const text = String(errorInstance).slice(0, 3000);
  return `${name} (seed ${seed}, path ${path})\n  ${input}\n  ${text}`;
}
