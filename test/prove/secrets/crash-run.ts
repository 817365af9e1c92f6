import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHoldingProxy } from './holding-proxy.ts';
import { entriesIn } from './journal-watch.ts';
import { killedRun, type RunContext } from './killed-run.ts';
import type { Onlooker } from './onlooker.ts';
import type { Plan } from './plan.ts';
import type { RealFleet } from './real-fleet.ts';
import { openSinkUnderTest, type SinkUnderTest } from './sink-under-test.ts';

/** How a run ended: `lost on the way` is the answer to the one claim, which nobody can get again. */
export type Outcome =
  | 'delivered'
  | 'never asked'
  | 'lost on the way'
  | 'handed over or not'
  | 'discarded'
  | 'expired';

export interface CrashResult {
  readonly seed: number;
  readonly outcome: Outcome;
  /** The state of the entry after each kill; `none` where there was no entry. */
  readonly killedIn: readonly string[];
  /** What must not have happened. */
  readonly faults: readonly string[];
}

/** What is known at the end of a run, before it is checked. */
interface Story {
  readonly context: RunContext;
  readonly sink: SinkUnderTest;
  readonly killedIn: readonly string[];
  readonly stdout: string;
  readonly outcome: Outcome;
  readonly faults: string[];
}

/** Plays one seeded run against the real server and machine, and checks what came of it. */
export async function crashRun(
  plan: Plan,
  fleet: RealFleet,
  onlooker: Onlooker,
): Promise<CrashResult> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-crash-'));
  const journal = join(folder, 'state', 'secrets');
  await mkdir(journal, { recursive: true, mode: 0o700 });
  const proxy = await startHoldingProxy(fleet.baseUrl);
  const name = `S_${plan.seed}_${Date.now()}`;
  const sink = await openSinkUnderTest(plan.sink, folder, name);
  const secrets = new Set<string>();
  const context = { folder, journal, proxy, key: await fleet.key(), secrets, sinkFile: sink.file };
  try {
    const story = await play(plan, context, { sink, name, value: () => fleet.kept(name) });
    const value = await fleet.kept(name);
    await checkEnd(story, value);
    const texts = [...context.secrets, ...(value === undefined ? [] : [value])];
    story.faults.push(...(await residue(story, texts)), ...onlooker.saw(texts));
    const { faults, killedIn, outcome } = story;
    const isNever = outcome !== 'delivered' && value === undefined;
    return { seed: plan.seed, outcome: isNever ? 'never asked' : outcome, killedIn, faults };
  } finally {
    proxy.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Scene {
  readonly sink: SinkUnderTest;
  readonly name: string;
  readonly value: () => Promise<string | undefined>;
}

async function play(plan: Plan, context: RunContext, { name, sink, value }: Scene): Promise<Story> {
  const [first, ...others] = plan.kills;
  const killedIn: string[] = [];
  const faults: string[] = [];
  const noteKill = () => killedIn.push(entriesIn(context.journal)[0]?.state ?? 'none');
  const resumeArgs = () => {
    const isClear = entriesIn(context.journal)[0]?.state !== 'delivering';
    return ['secret', 'resume', ...(sink.atMostOnce && isClear ? sink.args : [])];
  };
  let last = await killedRun(context, ['secret', 'new', 'build-01', name, ...sink.args], first);
  let { stdout } = last;
  for (const kill of others) {
    if (!last.wasKilled) break;
    noteKill();
    last = await killedRun(context, resumeArgs(), kill);
    stdout += last.stdout;
  }
  if (last.wasKilled) noteKill();
  const known = await value();
  const hadIt = known !== undefined && (await sink.count(known, stdout)) > 0;
  const before = await sink.mark();
  const entry = entriesIn(context.journal)[0];
  let outcome: Outcome = 'delivered';
  if (entry !== undefined && entry.state !== 'delivered') {
    const ended = await end(plan, context, {
      id: entry.id,
      state: entry.state,
      args: resumeArgs(),
    });
    stdout += ended.stdout;
    outcome = ended.outcome;
  } else if (last.code !== 0 && last.stderr.includes('"claimed"')) outcome = 'lost on the way';
  if (hadIt && before !== (await sink.mark())) faults.push('it was written a second time');
  // Whatever stands in the journal now, one further call is the last one.
  for (const { id } of entriesIn(context.journal)) {
    const { code } = await killedRun(context, ['secret', 'discard', id], undefined);
    if (code !== 0 && entriesIn(context.journal).length > 0)
      faults.push('an entry cannot be discarded');
  }
  await killedRun(context, ['secret', 'list'], undefined);
  return { context, sink, killedIn, stdout, outcome, faults };
}

/** Ends what is left as the plan says. */
async function end(
  plan: Plan,
  context: RunContext,
  entry: { readonly id: string; readonly state: string; readonly args: readonly string[] },
): Promise<{ readonly outcome: Outcome; readonly stdout: string }> {
  const isUnclaimed = entry.state === 'asking' || entry.state === 'asked';
  if (plan.end === 'discard') {
    await killedRun(context, ['secret', 'discard', entry.id], undefined);
    return { outcome: 'discarded', stdout: '' };
  }
  if (plan.end === 'expiry' && isUnclaimed) {
    const path = join(context.journal, `${entry.id}.json`);
    const old = { ...JSON.parse(await readFile(path, 'utf8')), expiresAtMs: 1 };
    await writeFile(path, JSON.stringify(old));
    return { outcome: 'expired', stdout: '' };
  }
  const run = await killedRun(context, entry.args, undefined);
  if (run.code === 0) return { outcome: 'delivered', stdout: run.stdout };
  const code = /"code":"(\w+)"/.exec(run.stderr)?.[1];
  const outcomes: Readonly<Record<string, Outcome>> = {
    claimed: 'lost on the way',
    delivery_unclear: 'handed over or not',
    request_not_found: 'never asked',
  };
  const outcome = outcomes[code ?? ''];
  if (outcome === undefined)
    throw new Error(`seed ${plan.seed}: resume: ${run.code} ${run.stderr}`);
  return { outcome, stdout: run.stdout };
}

/** Nothing recoverable is lost, nothing is doubled, and no claim brings a value twice. */
async function checkEnd(story: Story, value: string | undefined): Promise<void> {
  const { context, faults, killedIn, outcome, sink, stdout } = story;
  if (context.proxy.asked() > 1) faults.push('the machine was asked twice');
  if (context.proxy.sealedAnswers() > 1) faults.push('the value was claimed twice');
  if (value === undefined) {
    if (outcome === 'delivered' && killedIn.at(-1) !== 'none') faults.push('delivered nothing');
    return;
  }
  const count = await sink.count(value, stdout);
  if (count > 1) faults.push(`${count} deliveries`);
  const wasWrittenDown = killedIn.some((state) => /^(sealed|opened|delivering)$/.test(state));
  if (outcome === 'delivered' && count !== 1) faults.push('said to be delivered, and is not there');
  if (outcome === 'never asked') faults.push('a request that arrived was not found again');
  if (outcome === 'lost on the way' && wasWrittenDown)
    faults.push('lost after it was written down');
  if (outcome === 'lost on the way' && context.proxy.sealedAnswers() !== 1) {
    faults.push('said to be lost, and was never handed out');
  }
  if (outcome === 'handed over or not' && !sink.atMostOnce) faults.push('a file left unclear');
}

/** Files that still hold something secret, or should not be there at all. */
async function residue(
  { context, sink }: Story,
  texts: readonly string[],
): Promise<readonly string[]> {
  const files = await readdir(context.folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const file of files.filter((each) => each.isFile())) {
    const path = join(file.parentPath, file.name);
    if (path === join(context.folder, sink.file ?? '')) continue;
    const content = await readFile(path, 'latin1');
    if (texts.some((text) => content.includes(text)))
      found.push(`a secret is left in ${file.name}`);
    const isStray = file.parentPath === context.journal || /\.tmp$/.test(file.name);
    if (isStray) found.push(`${file.name} is left`);
  }
  return found;
}
