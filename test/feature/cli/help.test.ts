import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import manifest from '../../../oclif.manifest.json' with { type: 'json' };
import snapshot from '../../../src/client/catalogue/snapshot.json' with { type: 'json' };
import { findOperation } from '../../../src/commands/operation/find-operation.ts';
import { printOperationHelp } from '../../../src/commands/operation/help.ts';
import { memoryRuntime } from '../../prove/client/memory-runtime.ts';
import { COMFORT, INTERFACE } from '../../requirements.ts';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';

const COMMANDS = Object.values(
  manifest.commands as Record<string, { readonly id: string; readonly examples?: unknown[] }>,
);

test('fleet alone fits a screen, in groups, with every word of ours and two examples', async () => {
  proves('UI-help-front');
  const { linesMax, titles } = COMFORT['UI-help-front'];
  const { stdout } = await runFleet([]);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(linesMax);
  expect(lines.filter((line) => /^[A-Z][a-z ]+$/.test(line))).toEqual(titles);
  const words = lines.flatMap((line) => /^ {2}([a-z]+) {2,}\S/.exec(line)?.slice(1) ?? []);
  const firsts = new Set(COMMANDS.map(({ id }) => id.split(':')[0]));
  firsts.delete('help');
  expect([...words].sort()).toEqual([...firsts].sort());
  expect(stdout.match(/^ {2}fleet \S.*$/gm)).toHaveLength(2);
  for (const topic of INTERFACE['UI-help-topics'].topics) expect(stdout).toContain(topic);
});

test('every command of ours has an example of itself', () => {
  proves('UI-help-examples');
  const without = COMMANDS.filter(({ id }) => !id.startsWith('help:')).filter(
    ({ examples = [], id }) =>
      !examples.some((example) => String(example).includes(`fleet ${id.replaceAll(':', ' ')}`)),
  );
  expect(without.map(({ id }) => id)).toEqual([]);
});

test('-h leaves out the flags that most commands have; --help and help have them', async () => {
  proves('UI-help-short');
  const [short, full, words] = await Promise.all(
    [
      ['job', 'follow', '-h'],
      ['job', 'follow', '--help'],
      ['help', 'job', 'follow'],
    ].map(async (args) => (await runFleet(args)).stdout),
  );
  expect(short).toContain('--follow-timeout');
  expect(short).not.toContain('--columns');
  expect(short).toContain('fleet job follow --help has the common flags too.');
  expect(full).toMatch(/Common flags\n(.*\n)* +--columns A,B/);
  expect(words).toBe(full);
});

test.each([
  ['job answer job_1 --text', '--help', 'text'],
  ['job answer job_1 --text', '-h', 'text'],
  ['watch jobs --until idle --skill', '--help', 'skill'],
  ['cloud run-skill build-01 tea --payload', '--help', 'payload'],
  ['cloud run-skill build-01 tea --query', '-h', 'query'],
  ['each --machine * -- run-skill tea --payload', '--help', 'payload'],
])(
  'help in the place of a value is refused, as other flags are: %s %s',
  async (words, word, name) => {
    proves('UI-exit-2');
    const { code, stderr, stdout } = await runFleet([...words.split(' '), word]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`--${name} needs a value`);
    expect(stderr).toContain(`Write --${name}=${word} if that is the value.`);
  },
);

test('help is shown behind a flag that takes no value, behind --name=value, and behind what is no flag', async () => {
  proves('UI-help-short');
  const words = ['--follow --help', '--query=id --help', '--nope --help', 'tea -h'];
  for (const each of words) {
    const { code, stdout } = await runFleet(['cloud', 'run-skill', ...each.split(' ')]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Usage')]);
  }
});

test('-h of each operation costs an agent few tokens, and says what it takes', async () => {
  proves('UI-help-short');
  const home = mkdtempSync(join(tmpdir(), 'fleet-help-'));
  const { runtime, written } = memoryRuntime({
    home,
    environment: {},
    isTerminal: false,
    columns: 80,
    random: () => 0,
  });
  const tooLong: (string | number)[][] = [];
  for (const { name } of snapshot.tools) {
    written.stdout = '';
    const operation = await findOperation({ name, argv: [] }, runtime, true);
    await printOperationHelp(operation, { length: 'short', argv: [] }, runtime);
    const tokens = countTokens(written.stdout);
    if (tokens > COMFORT['UI-help-short'].tokensMax) tooLong.push([name, tokens]);
    expect(written.stdout).toContain(`\n  fleet cloud ${name.replaceAll('_', '-')}`);
    expect(written.stdout).not.toContain('--max-rows');
  }
  expect(tooLong).toEqual([]);
  expect(snapshot.tools.length).toBeGreaterThan(40);
});
