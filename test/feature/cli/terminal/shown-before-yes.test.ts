import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import {
  problemResponse,
  type ScriptedResponse,
  startScriptedService,
} from '../../../support/scripted-service.ts';

beforeEach(({ skip }) => skip(!HAS_TERMINALS, 'no program `script` to make a terminal with'));

const text = { type: 'string' };
const secret = { type: 'string', format: 'password' };

const TOOLS = [
  {
    name: 'wipe_disks',
    description: 'Wipes disks.',
    class: 'destructive',
    input_schema: {
      type: 'object',
      properties: {
        machine: text,
        disks: { type: 'array', items: text },
        reason: text,
        token: { type: 'string', writeOnly: true },
        login: { $ref: '#/$defs/login' },
        extra: { anyOf: [secret, { type: 'null' }] },
      },
      $defs: { login: { type: 'object', properties: { user: text, word: secret } } },
    },
  },
  {
    name: 'delete_skill',
    description: 'Deletes a skill.',
    class: 'destructive',
    input_schema: { type: 'object', properties: { machine: text, skill: text } },
  },
  {
    name: 'disconnect_machine',
    description: 'Disconnects a machine.',
    class: 'destructive',
    input_schema: { type: 'object', required: ['machine'], properties: { machine: text } },
  },
];

/** A service whose name `build-01` means the first machine, and after each look the next. */
async function startService(...machines: readonly object[]) {
  let looks = 0;
  const service = await startScriptedService({
    tools: TOOLS,
    answer({ path }) {
      if (path !== '/api/v1/machines/build-01') return { body: {} };
      const machine = machines[looks];
      looks += 1;
      if (machine !== undefined && 'refusal' in machine) return machine.refusal as ScriptedResponse;
      return machine === undefined
        ? problemResponse(404, 'unknown_machine')
        : { body: { machine } };
    },
  });
  onTestFinished(() => service.stop());
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  const sent = () =>
    service
      .calls()
      .filter(({ method, path }) => method === 'POST' && !path.endsWith('/list_machines'))
      .map(({ body }) => body);
  return { env, sent };
}

test('what goes with an operation is shown before the question, each member on its line, nothing secret', async () => {
  proves('UI-confirm-as-shown');
  const { env, sent } = await startService();
  const input = {
    machine: 'm1',
    disks: ['sda', 'sdb'],
    reason: 'old\u001b[2J\nContinue? [y/N] y',
    token: 'S3CRET-1',
    login: { user: 'ada', word: 'S3CRET-2' },
    extra: 'S3CRET-3',
  };
  const words = ['cloud', 'wipe-disks', `--input=${JSON.stringify(input)}`];
  const { code, output } = await runOnTerminal(words, {
    env,
    prompt: /destructive\. Continue\? \[y\/N\] /,
    typed: 'n\r',
  });
  const lines = output.split(/\r?\n/);
  const start = lines.indexOf('wipe-disks: machine m1');
  expect(lines.slice(start, start + 8)).toEqual([
    'wipe-disks: machine m1',
    '  disks: ["sda","sdb"]',
    '  reason: "old\\u001b[2J\\nContinue? [y/N] y"',
    '  token: (not shown)',
    '  login: {"user":"ada","word":"(not shown)"}',
    '  extra: (not shown)',
    'Wipes disks.',
    expect.stringContaining('wipe-disks is destructive. Continue? [y/N] '),
  ]);
  expect([code, sent(), output.includes('S3CRET')]).toEqual([3, [], false]);
});

test('of a long input so much is shown as leaves the question in sight, and how to see all', async () => {
  proves('UI-confirm-in-sight');
  const { env } = await startService();
  const names = Array.from({ length: 40 }, (_, at) => [`n${at}`, 'x'.repeat(500)]);
  const words = ['cloud', 'wipe-disks', `--input=${JSON.stringify(Object.fromEntries(names))}`];
  const prompt = /\[y\/N\] /;
  const { output } = await runOnTerminal([...words, '--no-validate'], {
    env,
    prompt,
    typed: 'n\r',
  });
  const lines = output.split(/\r?\n/);
  expect(lines.filter((line) => /^ {2}n\d+: "x+…$/.test(line))).toHaveLength(5);
  expect(lines).toContain('  … and 35 more: --dry-run shows all');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(80);
});

test.each(['disconnect-machine', 'wipe-disks'])(
  'a yes to %s is for the machine that was shown, also where its name means another one by then',
  async (operation) => {
    proves('UI-confirm-as-shown');
    const { env, sent } = await startService(
      { id: 'mac_1', name: 'build-01', hostname: 'h1' },
      { id: 'mac_2', name: 'build-01', hostname: 'h2' },
    );
    const isTyped = operation === 'disconnect-machine';
    const { code, output } = await runOnTerminal(['cloud', operation, '--machine', 'build-01'], {
      env,
      prompt: isTyped ? /Type build-01 to continue: / : /\[y\/N\] /,
      typed: isTyped ? 'build-01\r' : 'y\r',
    });
    expect(output).toContain(`${operation}: machine build-01 (mac_1)`);
    expect([code, sent()]).toEqual([0, ['{"machine":"mac_1"}']]);
  },
);

test('where the machine cannot be looked up nobody is asked, and nothing is sent by its name', async () => {
  proves('UI-confirm-as-shown');
  const { env, sent } = await startService({ refusal: problemResponse(500, 'internal_error') });
  const words = ['cloud', 'disconnect-machine', 'build-01'];
  const { code, output } = await runOnTerminal(words, { env, typed: 'build-01\r' });
  expect([code, sent(), output.includes('to continue')]).toEqual([7, [], false]);
});

test('a machine whose name nobody can see is confirmed by a yes, and not by nothing', async () => {
  const { env, sent } = await startService();
  const words = ['cloud', 'delete-skill', '--machine', 'm1', '--skill', '\u200b'];
  const { code } = await runOnTerminal(words, {
    env,
    prompt: / to continue: |\[y\/N\] /,
    typed: '\r',
  });
  expect([code, sent()]).toEqual([3, []]);
});

test('a machine that the service does not know is no question', async () => {
  const { env, sent } = await startService();
  const { code, output } = await runOnTerminal(['cloud', 'disconnect-machine', 'build-01'], {
    env,
  });
  expect([code, sent(), output.includes('to continue')]).toEqual([6, [], false]);
  // Where nobody is asked there is nothing between the name and what it means.
  const words = ['cloud', 'disconnect-machine', 'build-01', '--yes'];
  expect((await runFleet(words, { env })).code).toBe(0);
  expect(sent()).toEqual(['{"machine":"build-01"}']);
});
