import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet, startFleet } from '../../support/run-fleet.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../support/run-on-terminal.ts';
import {
  type ScriptedResponse,
  type ScriptedService,
  startScriptedService,
} from '../../support/scripted-service.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

const MACHINES = ['lab-03', 'build-02', 'build-01', 'edge-01'].map((name, at) => ({
  id: `mac_${at}`,
  name,
  status: name === 'edge-01' ? 'offline' : 'online',
}));

const TEXT = { type: 'string', minLength: 1 };
const tool = (name: string, operationClass: string, waits?: object) => ({
  name,
  class: operationClass,
  input_schema: {
    type: 'object',
    properties: { machine: TEXT, skill: TEXT, ...waits },
    required: ['machine', 'skill'],
    additionalProperties: false,
  },
});

let service: ScriptedService;
/** What is answered to a machine that the operation is sent to; a job without it. */
let answerOf: (machine: string) => ScriptedResponse | undefined;

beforeAll(async () => {
  service = await startScriptedService({
    // As the specification has them.
    tools: [
      tool('run_skill', 'write', {
        wait_seconds: { type: 'integer', maximum: 60, default: 0 },
      }),
      tool('delete_skill', 'destructive'),
    ],
    answer({ body, path }) {
      if (path === '/api/v1/machines') return { body: { machines: MACHINES, next_before: null } };
      return answerOf(JSON.parse(body).machine);
    },
  });
});
beforeEach(() => {
  service.requests.length = 0;
  answerOf = (machine) => ({ status: 202, body: { job: { id: `job_of_${machine}` } } });
});
afterAll(() => service.stop());

const env = () => ({ FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' });
const each = (...args: readonly string[]) => runFleet(['each', ...args], { env: env() });

/** The machines to which something was sent. */
function sentTo(): readonly string[] {
  const sent = service.calls().filter(({ path }) => path.startsWith('/api/v1/tools/'));
  return sent.map(({ body }) => JSON.parse(body).machine).toSorted();
}

function refusal(status: number, code: string): ScriptedResponse {
  const headers = { 'content-type': 'application/problem+json' };
  return {
    status,
    headers,
    body: { type: 'about:blank', title: `Title of ${code}`, status, code },
  };
}

test('a line for each machine, a summary, and the worst exit code', async () => {
  proves('UI-each-rows', 'UI-each-exit', 'UI-each-selector');
  answerOf = (machine) =>
    machine === 'mac_1'
      ? refusal(404, 'unknown_skill')
      : { body: { id: 'cmd_1', status: 'succeeded', type: 'ping' } };
  const run = await each(
    '--machine',
    'build-*',
    '--machine',
    'mac_0',
    '--where',
    'status=online',
    '-o',
    'table',
    '--parallel=1',
    '--',
    'run-skill',
    'tea',
  );
  expect(run.stdout).toBe(
    'build-01  done           cmd_1\n' +
      'build-02  refused        Title of unknown_skill (request id req-1)\n' +
      'lab-03    done           cmd_1\n',
  );
  expect(run.stderr).toBe('3 machines: 2 done, 1 refused.\n');
  expect(run.code).toBe(6);
  expect(sentTo()).toEqual(['mac_0', 'mac_1', 'mac_2']);
});

test('a machine that says by itself that its command failed is not done', async () => {
  proves('UI-each-rows', 'UI-exit-waited');
  const error = { code: 'internal', message: 'no space left on device' };
  answerOf = () => ({
    body: { command_id: 'cmd_1', type: 'skill.delete', status: 'failed', error },
  });
  const run = await each('--machine', 'mac_0', '--yes', '-o', 'table', '--', 'delete-skill', 'tea');
  expect([run.code, run.stderr]).toEqual([9, '1 machine: 1 failed.\n']);
  expect(run.stdout).toMatch(/^lab-03 {2}failed /);
});

test('machines of the same name are told from each other', async () => {
  proves('UI-each-rows');
  const args = ['-o', 'table', '--parallel=1', '--', 'run-skill', 'tea'];
  MACHINES.push({ id: 'mac_9', name: 'lab-03', status: 'online' });
  try {
    const { stdout } = await each('--machine', 'lab-*', ...args);
    expect(stdout).toMatch(/^lab-03 \(mac_0\) {2}accepted .*\nlab-03 \(mac_9\) {2}accepted .*\n$/);
  } finally {
    MACHINES.pop();
  }
});

test('what is destructive is confirmed once for all; before that nothing is sent', async () => {
  proves('UI-each-confirm');
  const refused = await each('--machine', '*', '--', 'delete-skill', 'tea');
  expect([refused.code, sentTo()]).toEqual([2, []]);
  expect(JSON.parse(refused.stderr).error.detail).toContain('skill tea, on 4 machines');
  const run = await each('--machine', '*', '--yes', '--', 'delete-skill', 'tea', '--quiet');
  expect([run.code, run.stderr]).toEqual([0, '']);
  expect(JSON.parse(run.stdout).results).toHaveLength(4);
});

test('a person sees the machines before anything is sent', async ({ skip }) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-each-confirm');
  const args = ['each', '--machine', 'build-*', '--', 'run-skill', 'tea'];
  const { code, output } = await runOnTerminal(args, { env: env(), typed: 'n\r' });
  expect(output).toContain(
    'run-skill: skill tea, on 2 machines:\n  build-01 (mac_2)\n  build-02 (mac_1)\nContinue? [y/N]',
  );
  expect([code, sentTo()]).toEqual([3, []]);
});

test.each(['table', 'jsonl'])(
  'what was confirmed goes on where the reader of stdout has gone, and stderr tells it: %s',
  async (format) => {
    proves('UI-each-reader');
    answerOf = (machine) =>
      machine === 'mac_1'
        ? refusal(404, 'unknown_skill')
        : { body: { id: 'cmd_1', status: 'succeeded', type: 'ping' } };
    const words = ['--machine', '*', '--parallel=1', '-o', format, '--', 'run-skill', 'tea'];
    const child = startFleet(['each', ...words], { env: env() });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const [code] = await once(child, 'close');
    expect([code, sentTo()]).toEqual([6, ['mac_0', 'mac_1', 'mac_2', 'mac_3']]);
    expect(stderr.match(/Nobody reads stdout any more/g)).toHaveLength(1);
    for (const { name } of MACHINES) expect(stderr).toMatch(new RegExp(`^${name} .*`, 'm'));
    expect(stderr).toMatch(/4 machines: 3 done, 1 refused\.\n$/);
  },
);

test('where nobody reads the output, what was not sent is told as words of a command', async () => {
  proves('UI-each-reader');
  const words = ['--machine', '*', '--parallel=1', '-o', 'jsonl', '--', 'run-skill', 'tea'];
  const child = startFleet(['each', ...words], { env: env() });
  child.stdout.destroy();
  const accepted = answerOf;
  answerOf = (machine) => {
    if (machine === 'mac_1') child.kill('SIGINT');
    return machine === 'mac_1' ? undefined : accepted(machine);
  };
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  await once(child, 'close');
  expect(stderr).toMatch(/wants it\. Repeat what was not sent with( --machine mac_[03])+\.\n/);
});

test('an interrupted run tells what was not sent, and only that is repeated, and once', async () => {
  proves('UI-each-interrupt', 'UI-each-retry', 'UI-each-rows');
  const child = startFleet(
    ['each', '--machine', '*', '--parallel=1', '-o', 'jsonl', '--', 'run-skill', 'tea'],
    { env: env() },
  );
  const accepted = answerOf;
  answerOf = (machine) => {
    if (machine !== 'mac_1') return accepted(machine);
    child.kill('SIGINT');
    return undefined;
  };
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  const end = await once(child, 'close');
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const told = Object.fromEntries(
    rows.map(({ machine, result, sent }) => [machine, [sent, result]]),
  );
  expect(told).toMatchObject({ mac_1: ['unknown', 'unknown'], mac_0: ['no', 'not_sent'] });
  expect(rows).toHaveLength(4);
  expect(end).toEqual([null, 'SIGINT']);
  const notSent = rows.filter(({ sent }) => sent === 'no').map(({ machine }) => machine);
  expect(sentTo()).toEqual(
    ['mac_0', 'mac_1', 'mac_2', 'mac_3'].filter((id) => !notSent.includes(id)),
  );

  const file = join(newTemporaryFolder(), 'run.jsonl');
  writeFileSync(file, stdout);
  answerOf = accepted;
  service.requests.length = 0;
  const repeat = ['--retry-from', file, '-o', 'jsonl', '--', 'run-skill', 'tea'];
  const again = await each(...repeat);
  expect([again.code, sentTo()]).toEqual([6, notSent.toSorted()]);
  expect(readFileSync(file, 'utf8').startsWith(stdout)).toBe(true);
  service.requests.length = 0;
  const third = await each(...repeat);
  expect([third.code, third.stdout, sentTo()]).toEqual([6, '', []]);
  expect(third.stderr).toMatch(/whether it was sent: build-02\. /);
});

test.each([
  [['--', 'run-skill', 'tea'], 'Which machines?'],
  [['--machine', '*'], 'Which operation?'],
  [['--machine', '*', 'run-skill', 'tea'], 'Which operation?'],
  [['--machine', '*', '--parallel', '0', '--', 'run-skill', 'tea'], '--parallel is not usable'],
  [['--machine', '*', '--', 'run-skill', 'tea', '--wait-seconds', '99'], '99'],
  [['--machine', '*', '--', 'run-skill', 'tea', '--machine', 'mac_0'], 'Unknown flag --machine'],
])('%j is refused, and nothing is sent', async (args, why) => {
  proves('UI-each-selector');
  const { code, stderr } = await each(...args);
  expect([code, sentTo()]).toEqual([2, []]);
  expect(stderr).toContain(why);
});
