import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { FLEET_ENTRY, FLEET_HOME, fleetEnvironment, runFleet } from '../../support/run-fleet.ts';
import { HAS_TERMINALS } from '../../support/run-on-terminal.ts';
import { type ScriptedService, startScriptedService } from '../../support/scripted-service.ts';

const LEVELS = {
  type: 'object',
  properties: { level: { type: 'integer', enum: [1, 20] }, kind: { enum: ['green', 'black'] } },
};
const OF_MACHINE = { type: 'object', properties: { machine: {}, milk: {} } };
const TOOLS = [
  { name: 'warm_milk', class: 'read', input_schema: OF_MACHINE },
  { name: 'brew_tea', class: 'read', input_schema: LEVELS },
  { name: 'refresh', class: 'read', input_schema: { type: 'object' } },
];

let service: ScriptedService;
beforeAll(async () => {
  service = await startScriptedService({ tools: TOOLS });
  await runFleet(['cloud', 'refresh'], { env: environment() });
});
afterAll(() => service.stop());

const environment = () => ({ FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' });

async function offered(...words: string[]): Promise<string> {
  const { stdout } = await runFleet(['__complete', ...words], { env: environment() });
  return stdout.replaceAll(/\t.*\n/g, ' ').trim();
}

test('the choices of an operation and of our own flags are offered', async () => {
  proves('UI-flags-rule-3');
  expect(await offered('cloud', 'brew-tea', '--level', '')).toBe('1 20');
  expect(await offered('cloud', 'brew-tea', '--kind=g')).toBe('--kind=green');
  expect(await offered('cloud', 'brew-tea', '-o', 'j')).toBe('json jsonl');
  expect(await offered('auth', 'login', '--store', '')).toBe('keychain file');
  expect(await offered('admin', 'key', 'create', '--scope', 'fleet:r')).toBe(
    'fleet:read fleet:run',
  );
});

test('a list that can be watched is offered, and a file only where one is wanted', async () => {
  proves('UI-completion');
  expect(await offered('watch', '')).toBe('inbox jobs machines alerts');
  expect(await offered('watch', '--until=n')).toBe('--until=needs_input');
  expect(await offered('watch', 'machines', '--until', '')).toBe('online degraded offline');
  const lines = ['watch jobs ', 'logs x', 'secret new --file ', 'machine init '];
  const runs = lines.map((line) => runFleet(['__complete', ...line.split(' ')]));
  expect((await Promise.all(runs)).map(({ code }) => code)).toEqual([1, 1, 0, 0]);
});

test('in PowerShell the words come in a variable, and what needs quotes is given with them', async () => {
  proves('UI-completion', 'PLATFORM-quoting');
  const quoted = async (...words: string[]) => {
    const variable = words.map((word) => `\n${word}`).join('');
    const env = { ...environment(), FLEET_COMPLETE_WORDS: variable };
    const { stdout } = await runFleet(['__complete'], { env });
    return stdout.replaceAll(/\t.*\n/g, ' ').trim();
  };
  const atService = ['cloud', 'brew-tea', `--base-url=${service.baseUrl}`];
  expect(await quoted(...atService, '--kind=g')).toBe('--kind=green');
  expect(await quoted(...atService, '--level', '')).toBe("'1' '20'");
});

test('after the -- of fleet each an operation is completed, without its machine', async () => {
  proves('UI-flags-rule-3');
  expect(await offered('each', '--machine', '*', '--', 'brew')).toBe('brew-tea');
  expect(await offered('each', '--', 'warm-milk', '--m')).toBe('--milk --max-rows');
});

test('an operation is completed in the spelling that was begun', async () => {
  proves('UI-cloud-names', 'UI-op-prefix');
  expect(await offered('cloud', 'brew')).toBe('brew-tea');
  expect(await offered('cloud', 'brew_')).toBe('brew_tea');
  expect(await offered('cloud', 'op:')).toBe('op:refresh');
});

test('the catalogue is the one of the base URL that was typed', async () => {
  proves('UI-cache-key');
  const env = { FLEET_API_KEY: 'key-1' };
  for (const typed of [['--base-url', service.baseUrl], [`--base-url=${service.baseUrl}`]]) {
    const { stdout } = await runFleet(['__complete', 'cloud', ...typed, 'brew'], { env });
    expect(stdout).toBe('brew-tea\t\n');
  }
});

const CLEAR_LINE = '\u0005\u0015';

/** What a line becomes on a terminal when Tab is pressed at its end. */
async function completedInBash(line: string, expected: string): Promise<void> {
  const child = spawn('script', ['-qec', 'bash --norc --noprofile -i', '/dev/null'], {
    cwd: FLEET_HOME,
    env: fleetEnvironment({ ...environment(), TERM: 'dumb', PS1: '> ', HISTFILE: '' }),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let screen = '';
  child.stdout.on('data', (chunk) => {
    screen += chunk;
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.stdin.write(`fleet() { "${process.execPath}" "${FLEET_ENTRY}" "$@"; }\n`);
  child.stdin.write('source <(fleet completion bash); echo rea""dy\n');
  await expect.poll(() => screen).toContain('ready\r\n');
  child.stdin.write(`${line}\t`);
  await expect.poll(() => screen).toContain(expected);
  child.stdin.write(`${CLEAR_LINE}exit\n`);
  await closed;
}

test('Tab in bash completes the word, or what stands behind its = or :', async ({ skip }) => {
  if (!HAS_TERMINALS) skip('no program script, which makes a terminal');
  const known = `--base-url=${service.baseUrl} brew`;
  for (const [line, expected] of [
    ['fleet cl', 'fleet cloud '],
    ['fleet cloud brew-tea --output=y', '--output=yaml '],
    ['fleet cloud brew-tea -o y', '-o yaml '],
    ['fleet cloud brew-tea --kind=\t', 'green  black'],
    ['fleet cloud brew-tea --output=csv --ki', '--output=csv --kind '],
    ['fleet cloud op:re', 'fleet cloud op:refresh '],
    [`fleet cloud ${known}`, `${known}-tea `],
    ["fleet cloud brew-tea --query 'a b' --le", "--query 'a b' --level "],
    ['fleet cloud brew-tea --arg x:=1 --le', '--arg x:=1 --level '],
    ['fleet secret new --file cac', '--file cache/'],
    ['fleet logs cac\tX', 'fleet logs cac\u0007X'],
    ['fleet cloud brew-tea --v\t', '--verbose  (Log each request on stderr, without the key.)'],
  ] as const) {
    await completedInBash(line, expected);
  }
});
