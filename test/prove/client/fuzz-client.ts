import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pickOne, seededRandom, wholeNumber } from '../seeded-random.ts';
import { type HostileResponse, hostileResponse } from './hostile-response.ts';
import { hostileSchema } from './hostile-schema.ts';
import { startHostileService } from './hostile-service.ts';
import { hostileText } from './hostile-text.ts';
import { memoryRuntime } from './memory-runtime.ts';
import { faultOf, prototypeNames } from './oracles.ts';
import { type Line, runOnce } from './run-once.ts';

interface ClientFuzz {
  readonly cases: number;
  readonly seed: number;
  readonly signal?: AbortSignal;
  readonly report?: (done: number) => void;
}

/** One case that went wrong; its number and the seed make it again. */
export interface ClientFault {
  readonly number: number;
  readonly what: string;
  readonly line: Line;
}

export interface ClientFuzzResult {
  readonly cases: number;
  /** The longest that one command line took. */
  readonly longestMs: number;
  readonly longest: number;
  readonly faults: readonly ClientFault[];
}

const FAULTS_MAX = 20;
/** A case that takes longer hangs, also on a computer that does much else. */
const CASE_MS_MAX = 30_000;
const REPORT_EVERY = 10_000;

/** Feeds the client hostile catalogues and answers in this process, each case made by its number alone. */
export async function fuzzClient(
  fuzz: ClientFuzz & { readonly first?: number },
): Promise<ClientFuzzResult> {
  const home = mkdtempSync(join(tmpdir(), 'fleet-fuzz-'));
  const service = await startHostileService();
  const before = prototypeNames();
  const faults: ClientFault[] = [];
  let longest = { ms: 0, number: 0 };
  let done = 0;
  try {
    for (; done < fuzz.cases && !fuzz.signal?.aborted && faults.length < FAULTS_MAX; done += 1) {
      const number = (fuzz.first ?? 0) + done;
      const startedAt = performance.now();
      const { line, what } = await runCase(number, fuzz.seed, { home, service });
      const ms = performance.now() - startedAt;
      if (ms > longest.ms) longest = { ms, number };
      const found = what ?? (ms > CASE_MS_MAX ? 'took too long' : undefined);
      const changed = prototypeNames() === before ? undefined : 'a prototype was changed';
      const fault = found ?? changed ?? foreignFile(home);
      if (fault !== undefined) faults.push({ number, what: fault, line });
      if ((done + 1) % REPORT_EVERY === 0) fuzz.report?.(done + 1);
    }
  } finally {
    service.stop();
    rmSync(home, { recursive: true, force: true });
  }
  const longestMs = Math.round(longest.ms);
  return { cases: done, longestMs, longest: longest.number, faults };
}

interface Surroundings {
  readonly home: string;
  readonly service: Awaited<ReturnType<typeof startHostileService>>;
}

async function runCase(number: number, seed: number, { home, service }: Surroundings) {
  const random = seededRandom(Math.imul(seed, 1_000_003) + number);
  const tools = Array.from({ length: wholeNumber(random, 1, 3) }, (_, at) =>
    hostileTool(random, at),
  );
  const line = commandLine(random, tools[0]?.name ?? 'list_jobs');
  service.say({
    catalogue: catalogueResponse(random, tools),
    answer: () => hostileResponse(random),
  });
  const isTerminal = random() < 0.5;
  const { runtime, written } = memoryRuntime({
    home,
    environment: {
      FLEET_BASE_URL: `${service.url}/${number}`,
      FLEET_API_KEY: 'fleet_k1_S3cretS3cretS3cret',
      NO_COLOR: '1',
      CI: '1',
    },
    isTerminal,
    columns: pickOne(random, [1, 40, 80, 200]),
    random,
  });
  const { argv } = line;
  try {
    const exitCode = await withinTime(runOnce(line, runtime));
    return { line, what: faultOf({ argv, exitCode, isTerminal, written }) };
  } catch (error) {
    return { line, what: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function withinTime<Value>(running: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('it hangs')), CASE_MS_MAX);
  return Promise.race([running, late.promise]).finally(() => clearTimeout(timer));
}

interface HostileTool {
  readonly name: string;
  readonly [member: string]: unknown;
}

const KNOWN = ['list_jobs', 'get_job', 'list_machines', 'list_inbox', 'get_overview', 'run_skill'];

function hostileTool(random: () => number, at: number): HostileTool {
  const name = random() < 0.6 ? pickOne(random, KNOWN) : `tool_${at}`;
  return {
    name: random() < 0.05 ? hostileText(random) : name,
    description: hostileText(random),
    class: random() < 0.8 ? 'read' : hostileText(random),
    scope: hostileText(random),
    allowed: random() < 0.5,
    input_schema: hostileSchema(random),
  };
}

function catalogueResponse(random: () => number, tools: readonly HostileTool[]): HostileResponse {
  if (random() < 0.05) return hostileResponse(random);
  const value = { catalogue_version: 1, instructions: hostileText(random), tools };
  const headers = { 'content-type': 'application/json' };
  return { status: 200, headers, body: Buffer.from(JSON.stringify(value)) };
}

const FORMATS = ['table', 'json', 'jsonl', 'yaml', 'csv', 'tsv', 'name', 'raw'];

function commandLine(random: () => number, name: string): Line {
  const kind = random();
  if (kind < 0.2) return { kind: 'help', name, argv: ['--help'] };
  if (kind < 0.25) return { kind: 'complete', name, argv: [pickOne(random, ['--', '', '--m'])] };
  const format = pickOne(random, FORMATS);
  const isTable = ['table', 'csv', 'tsv'].includes(format);
  const argv = [
    ...['-o', format, '--no-input'],
    ...(random() < 0.4 ? ['--input', '{}'] : []),
    ...(random() < 0.3 ? ['--no-validate'] : []),
    ...(random() < 0.1 ? ['--arg', `x=${hostileText(random)}`] : []),
    ...(random() < 0.2 ? ['--all', '--max-rows', '50'] : []),
    ...(random() < 0.1 && format === 'table' ? ['--full'] : []),
    ...(isTable && random() < 0.1 ? ['--columns', 'id,machine.name,rows.0'] : []),
    ...(isTable && random() < 0.1 ? ['--sort-by', 'created_at'] : []),
    ...(random() < 0.1 ? ['--query', pickOne(random, ['[]', '*.id', 'keys(@)', 'rows[*]'])] : []),
    ...(random() < 0.1 ? [pickOne(random, ['--example', '--schema', '--dry-run'])] : []),
    ...(random() < 0.1 ? ['--yes'] : []),
  ];
  return { kind: 'run', name, argv };
}

const OURS = /^(cache|state|config)$/;

/** Only our folders are made, and catalogues and lists of ids lie in them. */
function foreignFile(home: string): string | undefined {
  const foreign = readdirSync(home).find((name) => !OURS.test(name));
  return foreign === undefined ? undefined : `a file ${JSON.stringify(foreign)}`;
}
