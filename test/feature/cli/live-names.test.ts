import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/base/time/clock.ts';
import { complete } from '../../../src/commands/completion/complete.ts';
import { systemRuntime } from '../../../src/commands/runtime.ts';
import { foldersOf } from '../../../src/profile/folders.ts';
import { proves } from '../../support/proves.ts';
import { FLEET_HOME, fleetEnvironment, runFleet } from '../../support/run-fleet.ts';
import {
  problemResponse,
  type ScriptedResponse,
  type ScriptedService,
  type SeenRequest,
  startScriptedService,
} from '../../support/scripted-service.ts';

const tool = (name: string, ...required: readonly string[]) => ({
  name,
  class: name.startsWith('list') || name.startsWith('get') ? 'read' : 'destructive',
  input_schema: {
    type: 'object',
    properties: Object.fromEntries(
      ['machine', 'skill', 'job', 'type'].map((each) => [each, { type: 'string' }]),
    ),
    required,
  },
});
const TOOLS = [
  tool('list_machines'),
  tool('list_skills'),
  tool('list_jobs'),
  tool('list_channels'),
  tool('get_machine', 'machine'),
  tool('get_job', 'job'),
  tool('answer_job', 'job'),
  tool('cancel_job', 'job'),
  tool('delete_skill', 'machine', 'skill'),
  tool('send_command', 'machine', 'type'),
  tool('run_skill', 'machine', 'skill'),
];
const MINUTE_MS = 60_000;
const HOURS = new Date(Date.now() - 125 * MINUTE_MS).toISOString();
const on = { machine: 'mac_1', machine_name: 'tea-01' };
const LISTS: Readonly<Record<string, object>> = {
  list_machines: {
    machines: [
      { id: 'mac_1', name: 'tea-01', hostname: 'tea', status: 'online', mode: 'control' },
      { id: 'mac_2', name: 'milk-02', status: 'offline', mode: 'observe' },
      { id: 'mac_3', name: 'two words', status: 'online' },
      { id: 'mac_4', name: 'twin' },
      { id: 'mac_5', name: 'twin' },
    ],
  },
  list_skills: {
    skills: [
      { name: 'brew', description: 'Makes \u001b[31mtea\tand more', ...on },
      { name: 'boil', description: 'Boils water', ...on },
      { name: '$(reboot)', ...on },
      { name: 'froth', machine: 'mac_2', machine_name: 'milk-02' },
    ],
  },
  list_jobs: {
    jobs: [
      { id: 'job_1', state: 'done', skill: 'brew', ...on, created_at: HOURS },
      {
        id: 'job_2',
        state: 'needs_input',
        title: 'Which tea?',
        question: { choices: { options: ['green', 'black', 'no tea', '--text=@key', '@key'] } },
        created_at: new Date().toISOString(),
      },
    ],
    next_before: null,
  },
  list_channels: { channels: [{ id: 'chn_1', name: 'kitchen' }] },
};

function answer({ body, path }: SeenRequest): ScriptedResponse {
  if (path === '/api/v1/me') return { body: { organisation: {}, key: { scope: 'fleet:admin' } } };
  const name = path.slice(path.lastIndexOf('/') + 1);
  const { machine, skill } = JSON.parse(body || '{}');
  if (machine === 'tea-10' || name === 'tea-10') return problemResponse(404, 'unknown_machine');
  if (skill === 'brwe') return problemResponse(400, 'invalid_request');
  return { body: LISTS[name] ?? { machine, skill, done: true } };
}

let service: ScriptedService;
beforeAll(async () => {
  service = await startScriptedService({ tools: TOOLS, answer });
  for (const list of Object.keys(LISTS)) await fleet(['cloud', list]);
});
afterAll(() => service.stop());

const NAMES = () => join(FLEET_HOME, 'cache', 'names');
const fleet = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  runFleet(args, { env: { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1', ...more } });

/** What the last word is completed to, so much later. In this process: it is a child only where one writes. */
async function offered(words: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const { laterMs = '0', ...environment } = more;
  let text = '';
  const env = fleetEnvironment({
    FLEET_BASE_URL: service.baseUrl,
    FLEET_API_KEY: 'key-1',
    ...environment,
  });
  const write = async (data: string | Uint8Array) => {
    text += data;
  };
  await complete(words, {
    ...systemRuntime(),
    environment: env,
    folders: foldersOf(env, process.platform, FLEET_HOME),
    clock: { ...systemClock, now: () => Date.now() + Number(laterMs) },
    stdout: { ...systemRuntime().stdout, write },
  });
  return text;
}

async function values(...words: readonly string[]): Promise<string> {
  return (await offered(words)).replaceAll(/\t.*\n/g, ' ').trim();
}

test('machines, skills of that machine, and jobs with state and age', async () => {
  proves('UI-complete-names');
  expect(await offered(['cloud', 'get-machine', ''])).toBe(
    'mac_3\ttwo words · online\nmac_4\ttwin\nmac_5\ttwin\nmilk-02\toffline · observe\ntea-01\tonline · control\n',
  );
  expect(await values('cloud', 'get-machine', 'mac_')).toBe('mac_1 mac_2 mac_3 mac_4 mac_5');
  expect(await values('cloud', 'list-jobs', '--machine=t')).toBe('--machine=tea-01');
  expect(await offered(['cloud', 'run-skill', 'tea', ''])).toBe(
    'boil\tBoils water\nbrew\tMakes tea and more\n',
  );
  expect(await values('cloud', 'run-skill', '--machine', 'mac_2', '--skill', '')).toBe('froth');
  expect(await offered(['job', 'follow', ''], { laterMs: '0' })).toMatch(
    /^job_2\tneeds input · Which tea\? · (now|\d+s ago)\njob_1\tdone · brew on tea-01 · 2h ago\n$/,
  );
  expect(await values('cloud', 'get-job', '@')).toBe('@last');
});

test('what a command is for, more machines, columns, types, conditions, profiles', async () => {
  proves('UI-complete-names');
  expect(await values('cloud', 'answer-job', '')).toBe('job_2');
  expect(await values('job', 'answer', 'job_2', '')).toBe('green black');
  expect(await values('cloud', 'cancel-job', 'job')).toBe('job_2');
  expect(await values('skill', 'push', 'tea-01', 'm')).toBe('mac_3 mac_4 mac_5 milk-02');
  expect(await values('skill', 'edit', 'tea-01', 'b')).toBe('boil brew');
  expect(await values('each', '--machine', 'mi')).toBe('milk-02');
  expect(await values('each', '--machine', '*', '--', 'run-skill', 'f')).toBe('froth');
  expect(await values('each', '--where', 'status=')).toBe('status=offline status=online');
  expect(await values('cloud', 'list-machines', '--columns', 'name,s')).toBe('name,status');
  expect(await values('cloud', 'list-machines', '--sort-by', 'st')).toBe('status');
  expect(await values('cloud', 'send-command', 'tea-01', '--type', 'service.')).toBe(
    'service.status service.restart',
  );
  expect(await values('job', 'follow', 'job_1', '--no-i')).toBe('--no-input');
  expect(await values('cloud', '')).toContain('list-jobs');
  expect(await values('secret', 'new', 'tea-01', 'NAME', '--', 'm')).toBe('');
  expect(await values('admin', 'channel', 'remove', '')).toBe('');
});

test('what is kept is this user’s alone, by service and key, ten minutes, not written without news', async () => {
  proves('UI-complete-kept');
  const [name = ''] = readdirSync(NAMES());
  const file = join(NAMES(), name);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { ino } = statSync(file);
  await fleet(['cloud', 'list-machines']);
  expect(statSync(file).ino).toBe(ino);
  const before = service.requests.length;
  await offered(['cloud', 'get-machine', '']);
  expect(service.requests.length).toBe(before);
  expect(await offered(['cloud', 'get-machine', ''], { FLEET_API_KEY: 'key-2' })).toBe('');
  const in9Minutes = { laterMs: String(9 * MINUTE_MS) };
  expect(await offered(['cloud', 'get-machine', 't'], in9Minutes)).toContain('tea-01');
  const in11Minutes = { laterMs: String(11 * MINUTE_MS) };
  expect(await offered(['cloud', 'get-machine', 't'], in11Minutes)).toBe('');
  expect(readFileSync(file, 'utf8')).not.toContain('key-1');
  await fleet(['cloud', 'list-machines'], { FLEET_API_KEY: 'key-3', CI: 'true' });
  expect(readdirSync(NAMES())).toEqual([name]);
});

test('what was deleted is offered no more; after logout nothing is kept', async () => {
  proves('UI-complete-kept');
  await fleet(['cloud', 'delete-skill', 'tea', 'boil', '--yes']);
  expect(await values('cloud', 'run-skill', 'tea-01', '')).toBe('brew');
  const env = {
    FLEET_CONFIG_DIR: join(FLEET_HOME, 'other'),
    FLEET_CACHE_DIR: join(FLEET_HOME, 'its'),
  };
  const login = ['auth', 'login', '--key-stdin', '--store', 'file', '--profile', 'kitchen'];
  const asked = { env: { ...env, FLEET_BASE_URL: service.baseUrl }, stdin: 'key-4\n' };
  expect((await runFleet(login, asked)).code).toBe(0);
  await runFleet(['cloud', 'list-machines', '--profile', 'kitchen'], { env });
  expect(await offered(['status', '--profile', 'k'], env)).toBe(`kitchen\t${service.baseUrl}\n`);
  const names = join(env.FLEET_CACHE_DIR, 'names');
  expect(readdirSync(names).length).toBe(1);
  await runFleet(['auth', 'logout', '--profile', 'kitchen'], { env });
  expect(existsSync(names) ? readdirSync(names) : []).toEqual([]);
});

test('a mistyped machine or skill is told with the one that was meant', async () => {
  proves('UI-did-you-mean');
  const machine = await fleet(['cloud', 'get-machine', 'tea-10']);
  expect([machine.code, JSON.parse(machine.stderr).error.advice]).toEqual([
    6,
    'Did you mean tea-01?',
  ]);
  for (const words of [
    ['logs', 'tea-10'],
    ['secret', 'new', 'tea-10', 'CUP', '--stdout'],
    ['watch', 'jobs', '--machine=tea-10'],
  ]) {
    const run = await fleet(words);
    expect([run.code, run.stderr]).toEqual([6, expect.stringContaining('Did you mean tea-01?')]);
  }
  const skill = await fleet(['cloud', 'run-skill', 'tea-01', 'brwe', '--yes'], {
    FLEET_CACHE_DIR: join(FLEET_HOME, 'empty'),
  });
  expect([skill.code, JSON.parse(skill.stderr).error.advice]).toEqual([2, 'Did you mean brew?']);
});

test('habits of other programs lead to what reads, or to the help of what acts', async () => {
  proves('UI-did-you-mean');
  const advice = async (...args: readonly string[]) => {
    const { code, stderr } = await fleet(args);
    expect(code).toBe(2);
    return JSON.parse(stderr).error.advice;
  };
  expect(await advice('login')).toBe('Did you mean fleet auth login?');
  expect(await advice('whoami')).toBe('Did you mean fleet auth status?');
  expect(await advice('machines')).toBe('Did you mean fleet cloud list-machines?');
  expect(await advice('serv')).toBe('Did you mean fleet serve --help?');
  expect(await advice('cancel-job')).toBe('Did you mean fleet cloud cancel-job --help?');
  expect(await advice('cloud', 'jobs')).toBe('Did you mean list-jobs?');
  expect(await advice('cloud', 'cancel-jbo')).toBe('Did you mean cancel-job --help?');
  expect(await advice('cloud', 'list-jobs', '--api-key', 'x')).toContain('set FLEET_API_KEY');
  expect(await advice('cloud', 'list-jobs', '-y')).toBe('Did you mean --yes?');
  const wide = await fleet(['cloud', 'list-jobs', '-o', 'wide']);
  expect(wide.stderr).toContain('\n  Did you mean -o table --full?\n');
  expect(await advice('cloud', 'list-machines', '--where', 'status=online')).toBe(
    'Did you mean --query? It is JMESPath, as in --query "machines[?status==\'online\']".',
  );
  expect(await advice('cloud', 'get-job', 'job_1', '--wait')).toBe('Did you mean --follow?');
  const byTime = 'Did you mean --query? As in --query "jobs[?created_at>\'2026-11-22T06\']".';
  expect(await advice('cloud', 'get-job', 'job_1', '--since=2h')).toBe(byTime);
  const own = 'It takes --machine, --where, --parallel, --retry-from: see -h.';
  expect(await advice('each', '--everywhere', '--', 'get-machine')).toBe(own);
});
