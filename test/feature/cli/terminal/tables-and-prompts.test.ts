import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import {
  HAS_TERMINALS,
  runOnTerminal,
  type TerminalOptions,
} from '../../../support/run-on-terminal.ts';
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts';

beforeEach(({ skip }) => skip(!HAS_TERMINALS, 'no program `script` to make a terminal with'));

let service: ScriptedService;
let lookUps = 0;
beforeAll(async () => {
  service = await startScriptedService({
    tools: [
      { name: 'list_machines', class: 'read', input_schema: { type: 'object' } },
      { name: 'start_it', class: 'write', input_schema: { type: 'object' } },
      {
        name: 'cancel_job',
        description: 'Cancels a job. Really.',
        class: 'destructive',
        input_schema: {
          type: 'object',
          required: ['job'],
          properties: { job: { type: 'string' } },
        },
      },
      {
        name: 'delete_skill',
        description: 'Deletes a skill.',
        class: 'destructive',
        input_schema: {
          type: 'object',
          required: ['machine', 'skill'],
          properties: { machine: { type: 'string' }, skill: { type: 'string' } },
        },
      },
    ],
    answer({ path }) {
      if (path.endsWith('/me')) return { body: { scope: 'fleet:run' } };
      if (path.endsWith('/cancel_job')) return { body: { cancelled: true } };
      if (path.endsWith('/start_it')) return { status: 202, body: { pending: true, job: 'job_1' } };
      if (path.endsWith('/jobs/job_1')) {
        lookUps += 1;
        return { body: { id: 'job_1', state: lookUps % 2 === 1 ? 'in_progress' : 'done' } };
      }
      return { body: { machines: [{ id: 'mac_1', name: 'evil\u001b[31m\u202ename' }] } };
    },
  });
});
afterAll(() => service.stop());

/** Runs `fleet` on a terminal, at the service above. */
function onTerminal(args: readonly string[], { env, ...options }: TerminalOptions = {}) {
  const reach = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  return runOnTerminal(args, { ...options, env: { ...reach, ...env } });
}

test('a result is a table, with remote text made harmless', async () => {
  proves('UI-output-terminal', 'UI-output-sanitised');
  const { code, output } = await onTerminal(['cloud', 'list-machines', '--quiet', '--no-color']);
  expect(code).toBe(0);
  expect(output).toContain('evilname');
  expect(output).not.toMatch(/[\u001b\u202e]/);
  const json = await onTerminal(['cloud', 'list-machines', '--json', '--quiet']);
  expect(json.output).toContain('evil\\u001b[31m\\u202ename');
});

test.each([80, 0])(
  'following shows where the job is, and leaves its answer, on %i columns',
  async (columns) => {
    proves('UI-output-terminal');
    const args = ['cloud', 'start-it', '--follow', '--no-color'];
    const { code, output } = await onTerminal(args, { columns });
    expect(code).toBe(0);
    // On a terminal that does not say how wide it is, nothing is drawn in place.
    expect(output).toContain(
      columns === 0 ? 'job job_1: in_progress' : 'job_1\u001b[K\nin progress',
    );
    expect(output).toMatch(/(^|\n|\u001b\[J) {2}id {2}job_1\ndone\n$/);
  },
);

test('colours follow the environment and the flag', async () => {
  proves('UI-output-color');
  const escapes = async (args: readonly string[], env: Readonly<Record<string, string>>) =>
    (await onTerminal(['cloud', 'list-machines', '--quiet', ...args], { env })).output.includes(
      '\u001b[',
    );
  expect(await escapes([], {})).toBe(true);
  expect(await escapes([], { NO_COLOR: '1' })).toBe(false);
  expect(await escapes([], { TERM: 'dumb' })).toBe(false);
  expect(await escapes(['--color'], { NO_COLOR: '1' })).toBe(true);
  expect(await escapes(['--no-color'], { FORCE_COLOR: '1' })).toBe(false);
});

test('an error is broken at spaces, so that the terminal cuts no word', async () => {
  const words = ['cloud', 'list-machines', '-o', 'nope', '--no-color'];
  const { code, output } = await onTerminal(words, { columns: 40, env: { NO_COLOR: '1' } });
  expect(code).toBe(2);
  expect(output).toBe(
    'fleet: Unknown output format\n  -o is "nope"; allowed are table, json,\n' +
      '  jsonl, yaml, csv, tsv, name, raw.\n',
  );
});

/** How often a job was cancelled; the beginning of an id is looked up before. */
function cancellations(): number {
  return service.calls().filter(({ path }) => path.endsWith('/cancel_job')).length;
}

test('a prompt names effect and target, and only a yes sends', async () => {
  proves('UI-exit-3');
  const before = cancellations();
  const no = await onTerminal(['cloud', 'cancel-job', 'job_1'], { typed: 'n\r' });
  expect(no.code).toBe(3);
  expect(no.output).toContain('cancel-job: job job_1\nCancels a job.');
  expect((await onTerminal(['cloud', 'cancel-job', 'job_1'], { typed: '\r' })).code).toBe(3);
  expect((await onTerminal(['cloud', 'cancel-job', 'job_1'], { typed: '\u0004' })).code).toBe(3);
  expect((await onTerminal(['cloud', 'cancel-job', 'job_1'], { typed: '\u0003' })).code).toBe(130);
  expect(cancellations()).toBe(before);
  const yes = await onTerminal(['cloud', 'cancel-job', 'job_1'], { typed: 'yes\r' });
  expect(yes.code).toBe(0);
  expect(cancellations()).toBe(before + 1);
});

test('what was typed before the question is no answer to it', async () => {
  proves('UI-confirm-fresh');
  const before = cancellations();
  const words = ['cloud', 'cancel-job', 'job_1'];
  expect((await onTerminal(words, { ahead: 'y\ry\r', typed: '\r' })).code).toBe(3);
  expect((await onTerminal(words, { ahead: 'y\u0004y', typed: '\r' })).code).toBe(3);
  expect(cancellations()).toBe(before);
});

test('what is gone for good is confirmed by its name', async () => {
  proves('UI-confirm-typed', 'UI-confirm-service');
  const words = ['cloud', 'delete-skill', 'build-01', 'tidy'];
  const prompt = /Type tidy to continue: /;
  expect((await onTerminal(words, { typed: 'y\r', prompt })).code).toBe(3);
  const agreed = await onTerminal(words, { typed: 'tidy\r', prompt });
  expect(agreed.code).toBe(0);
  expect(agreed.output).toContain(`At ${service.baseUrl}\ndelete-skill: machine build-01`);
});

test('a login that would find no keychain does not ask for the key', async () => {
  proves('UI-auth-keychain-first');
  const env = { FLEET_API_KEY: '', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
  const { code, output } = await onTerminal(['auth', 'login'], { typed: 'fleet_S3cret\r', env });
  expect(code).toBe(4);
  expect(output).toContain('The keychain cannot be used');
  expect(output).not.toContain('API key');
});

test('NO_COLOR beside FORCE_COLOR means no colours, and nothing is said of it', async () => {
  proves('UI-color-silent');
  const stored = ['auth', 'login', '--store', 'file', '--profile', 'pale', '--key-stdin'];
  const reach = { FLEET_BASE_URL: service.baseUrl };
  expect((await runFleet(stored, { env: reach, stdin: 'fleet_pale' })).code).toBe(0);
  const env = { NO_COLOR: '1', FORCE_COLOR: '1' };
  const prompt = /Profile of commands/;
  const { code, output } = await onTerminal(['auth', 'switch'], { env, prompt, typed: '\r' });
  expect(code).toBe(0);
  expect(output).toContain('pale');
  expect(output).not.toMatch(/warning|is ignored/i);
  expect(output).not.toMatch(/\u001b\[[0-9;]*m/);
});

test('nobody is asked with --no-input, FLEET_NO_INPUT or CI', async () => {
  proves('UI-exit-2');
  const before = cancellations();
  const words = ['cloud', 'cancel-job', 'job_1'];
  expect((await onTerminal([...words, '--no-input'])).code).toBe(2);
  expect((await onTerminal(words, { env: { FLEET_NO_INPUT: '1' } })).code).toBe(2);
  expect((await onTerminal(words, { env: { CI: 'true' } })).code).toBe(2);
  expect(cancellations()).toBe(before);
});

test('a key is asked for and not shown; Ctrl-C at the question leaves everything as it was', async () => {
  proves('UI-auth-login', 'UI-auth-login-named');
  const login = ['auth', 'login', '--store', 'file', '--profile', 'typed', '--no-color'];
  const env = { FLEET_API_KEY: '' };
  const left = await onTerminal(login, { typed: 'fleet_half\u0003', env });
  expect(left.code).toBe(130);
  const done = await onTerminal(login, { typed: 'fleet_typed_S3cret\r', env });
  expect(done.code).toBe(0);
  expect(done.output).toContain(`API key for ${service.baseUrl} (profile typed): `);
  expect(left.output + done.output).not.toMatch(/fleet_half|S3cret/);
  const token = ['auth', 'token', '--profile', 'typed'];
  expect((await onTerminal(token, { env })).code).toBe(2);
  expect((await onTerminal([...token, '--show'], { env })).output).toBe('fleet_typed_S3cret\n');
});
