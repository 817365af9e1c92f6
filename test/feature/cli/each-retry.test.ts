import { once } from 'node:events';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INTERFACE } from '../../requirements.ts';
import {
  type EachService,
  startEachService,
  EACH_WORDS as WORDS,
} from '../../support/each/each-service.ts';
import { proves } from '../../support/proves.ts';
import { FLEET_HOME, runFleet, startFleet } from '../../support/run-fleet.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

let each: EachService;
beforeAll(async () => {
  each = await startEachService();
});
afterAll(() => each.stop());

const env = () => each.env;
const sentTo = () => each.sentTo();
const eachInto = (file: string, ...selector: readonly string[]) => each.into(file, ...selector);

/** What is kept beside the notes of runs that were killed. */
function locks(): readonly string[] {
  const names = readdirSync(join(FLEET_HOME, 'state', 'each'));
  return names.filter((name) => !name.startsWith('run-'));
}

test('a narrower selector leaves the other machines open, and says so', async () => {
  proves('UI-each-retry-part');
  const { exitCode } = INTERFACE['UI-each-retry-part'];
  each.forget();
  const file = join(newTemporaryFolder(), 'run.jsonl');
  const unsent = ['mac_0', 'mac_1', 'mac_gone'].map((machine) =>
    JSON.stringify({ machine, name: machine, operation: 'run_skill', sent: 'no' }),
  );
  writeFileSync(file, `${unsent.join('\n')}\n`);
  const retry = (...selector: readonly string[]) =>
    runFleet(['each', '--retry-from', file, ...selector, ...WORDS], { env: env() });
  const dryRun = await retry('--machine', 'mac_1', '--dry-run');
  expect([dryRun.code, sentTo()]).toEqual([exitCode, []]);
  const first = await retry('--machine', 'mac_1');
  expect([first.code, sentTo()]).toEqual([exitCode, ['mac_1']]);
  expect(first.stderr).toMatch(/^1 machine to repeat, 2 not selected and left for another run\.\n/);
  const again = await retry('--machine', 'mac_1');
  expect([again.code, sentTo()]).toEqual([exitCode, ['mac_1']]);
  expect(again.stderr).toMatch(/^Nothing selected is left to repeat, 2 not selected and left/);
  const rest = await retry();
  expect([rest.code, sentTo()]).toEqual([exitCode, ['mac_1', 'mac_0']]);
  expect(rest.stderr).toMatch(/, 1 not selected and left for another run, 1 repeated by/);
});

test('what was refused is repeated; what is unknown is named and left alone, until the file tells', async () => {
  proves('UI-each-retry', 'UI-each-retry-no-answer');
  const { exitCode } = INTERFACE['UI-each-retry-no-answer'];
  each.forget();
  const file = join(newTemporaryFolder(), 'run.jsonl');
  const row = { operation: 'run_skill', sent: 'yes' };
  const rows = [
    { ...row, machine: 'mac_0', result: 'refused', exit_code: 4 },
    { ...row, machine: 'mac_1', result: 'accepted', exit_code: 4 },
    { ...row, machine: 'mac_2', result: 'unknown', sent: 'unknown' },
  ];
  // As PowerShell writes it.
  writeFileSync(file, `\uFEFF${rows.map((one) => `${JSON.stringify(one)}\r\n`).join('')}`);
  const retry = () => runFleet(['each', '--retry-from', file, ...WORDS], { env: env() });
  const { code, stderr } = await retry();
  expect([code, sentTo()]).toEqual([exitCode, ['mac_0']]);
  expect(stderr).toMatch(
    /^1 machine to repeat, 1 left alone: sent before\.\n1 machine left alone .*got no answer.*: mac_2\. .*list-jobs/,
  );
  expect([(await retry()).code, sentTo()]).toEqual([exitCode, ['mac_0']]);
  appendFileSync(file, `${JSON.stringify({ ...row, machine: 'mac_2', result: 'done' })}\n`);
  const told = await retry();
  expect([told.code, told.stderr, sentTo()]).toEqual([
    0,
    'Nothing is left to repeat, 2 left alone: sent before, 1 repeated by another run before.\n',
    ['mac_0'],
  ]);
});

test('what a run still writes to is not repeated before that run has ended, and then once', async () => {
  proves('UI-each-retry', 'UI-each-once');
  each.forget();
  const file = join(newTemporaryFolder(), 'run.jsonl');
  const unsent = { machine: 'mac_0', name: 'mac_0', operation: 'run_skill', sent: 'no' };
  writeFileSync(file, `${JSON.stringify(unsent)}\n`);
  const retry = () => runFleet(['each', '--retry-from', file, ...WORDS], { env: env() });
  const sent = each.nextArrival();
  const writing = eachInto(file, '--machine', 'mac_1');
  try {
    await sent;
    const early = await retry();
    expect([early.code, sentTo()]).toEqual([2, ['mac_1']]);
    expect(JSON.parse(early.stderr).error.title).toBe('The earlier run goes on');
    const before = readFileSync(file, 'utf8');
    const intoIt = eachInto(file, '--retry-from', file);
    const [code] = await once(intoIt, 'close');
    expect([code, sentTo(), readFileSync(file, 'utf8')]).toEqual([2, ['mac_1'], before]);
  } finally {
    writing.kill('SIGKILL');
    await once(writing, 'close');
  }
  const later = await retry();
  expect([later.code, sentTo()]).toEqual([6, ['mac_1', 'mac_0']]);
  const third = await retry();
  expect([third.code, third.stdout, sentTo()]).toEqual([6, '', ['mac_1', 'mac_0']]);
  expect(locks()).toEqual([]);
});

test('where the state folder cannot be used, nothing is repeated that may be sent at this moment', async () => {
  proves('UI-each-retry-unknown');
  const folder = newTemporaryFolder();
  const [file, state] = [join(folder, 'run.jsonl'), join(folder, 'state')];
  const unsent = { machine: 'mac_0', name: 'mac_0', operation: 'run_skill', sent: 'no' };
  writeFileSync(file, `${JSON.stringify(unsent)}\n`);
  writeFileSync(state, 'no folder');
  const before = sentTo().length;
  const retry = await runFleet(['each', '--retry-from', file, ...WORDS], {
    env: { ...env(), FLEET_STATE_DIR: state },
  });
  expect([retry.code, sentTo().slice(before)]).toEqual([2, []]);
  expect(JSON.parse(retry.stderr).error.advice).toContain('FLEET_STATE_DIR');
  expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(unsent)}\n`);
});

test('of two runs into one file, the later one is waited for too', async () => {
  proves('UI-each-retry', 'UI-each-once');
  const file = join(newTemporaryFolder(), 'run.jsonl');
  const unsent = { machine: 'mac_0', name: 'mac_0', operation: 'run_skill', sent: 'no' };
  writeFileSync(file, `${JSON.stringify(unsent)}\n`);
  const before = sentTo().length;
  const started = async (machine: string) => {
    const sent = each.nextArrival();
    const run = eachInto(file, '--machine', machine);
    await sent;
    return run;
  };
  const first = await started('mac_1');
  const second = await started('mac_0');
  try {
    first.kill('SIGKILL');
    await once(first, 'close');
    const retry = ['each', '--retry-from', file, ...WORDS];
    const early = await runFleet(retry, { env: env() });
    expect([early.code, sentTo().slice(before)]).toEqual([2, ['mac_1', 'mac_0']]);
    expect(JSON.parse(early.stderr).error.title).toBe('The earlier run goes on');
    const [code] = await once(eachInto(file, '--retry-from', file), 'close');
    expect([code, sentTo().slice(before)]).toEqual([2, ['mac_1', 'mac_0']]);
  } finally {
    second.kill('SIGKILL');
    await once(second, 'close');
  }
  const later = await runFleet(['each', '--retry-from', file, ...WORDS], { env: env() });
  expect([later.code, sentTo().slice(before)]).toEqual([6, ['mac_1', 'mac_0']]);
  expect(later.stderr).toContain('whether it was sent: mac_1, mac_0.');
  expect(locks()).toEqual([]);
});

test('what a killed run had not told of is named and left alone, until the file tells', async () => {
  proves('UI-each-retry-killed', 'UI-each-once');
  const { exitCode } = INTERFACE['UI-each-retry-killed'];
  const file = join(newTemporaryFolder(), 'run.jsonl');
  const before = sentTo().length;
  const sent = each.nextArrival();
  const killed = eachInto(file, '--machine', '*', '--parallel=1');
  await sent;
  killed.kill('SIGKILL');
  await once(killed, 'close');
  const retry = () => runFleet(['each', '--retry-from', file, ...WORDS], { env: env() });
  const first = await retry();
  expect([first.code, sentTo().slice(before)]).toEqual([exitCode, ['mac_0']]);
  expect(first.stderr).toMatch(
    /^Nothing that surely was not sent is left to repeat\.\n2 machines left alone .*: mac_0, mac_1\. .*list-jobs/,
  );
  await once(eachInto(file, '--machine', 'mac_1'), 'close');
  const second = await retry();
  expect([second.code, second.stderr.includes(': mac_0. ')]).toEqual([exitCode, true]);
  await once(eachInto(file, '--machine', 'mac_0'), 'close');
  const third = await retry();
  expect([third.code, third.stderr]).toEqual([
    0,
    'Nothing is left to repeat, 2 left alone: sent before.\n',
  ]);
  expect(sentTo().slice(before)).toEqual(['mac_0', 'mac_1', 'mac_0']);
});

test('a run that repeats one file into another is seen there, also beside a run that was first', async () => {
  proves('UI-each-retry', 'UI-each-once');
  const folder = newTemporaryFolder();
  const [from, into] = [join(folder, 'from.jsonl'), join(folder, 'into.jsonl')];
  const unsent = { machine: 'mac_0', name: 'mac_0', operation: 'run_skill', sent: 'no' };
  for (const file of [from, into]) writeFileSync(file, `${JSON.stringify(unsent)}\n`);
  const before = sentTo().length;
  const started = async (...selector: readonly string[]) => {
    const sent = each.nextArrival();
    const run = eachInto(into, ...selector);
    await sent;
    return run;
  };
  const first = await started('--machine', 'mac_1');
  const repeating = await started('--retry-from', from);
  try {
    first.kill('SIGKILL');
    await once(first, 'close');
    const second = await runFleet(['each', '--retry-from', into, ...WORDS], { env: env() });
    expect([second.code, sentTo().slice(before)]).toEqual([2, ['mac_1', 'mac_0']]);
    expect(JSON.parse(second.stderr).error.title).toBe('The earlier run goes on');
  } finally {
    repeating.kill('SIGKILL');
    await once(repeating, 'close');
  }
});

test.each([
  [['-o', 'yaml']],
  [['-o', 'json', '--query', 'results']],
  [['-o', 'csv', '--sort-by', 'name']],
])('an interrupted run is told in a format that is written at its end: %j', async (format) => {
  proves('UI-each-interrupt');
  const words = ['each', '--machine', '*', '--parallel=1', '--quiet', ...format];
  const child = startFleet([...words, '--', 'run-skill', 'tea'], { env: env() });
  void each.nextArrival().then(() => child.kill('SIGINT'));
  const [stdout, end] = await Promise.all([readText(child.stdout), once(child, 'close')]);
  expect(stdout).toContain('mac_0');
  expect(stdout).toContain('mac_1');
  expect(end).toEqual([null, 'SIGINT']);
});
