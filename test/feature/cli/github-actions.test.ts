import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import {
  problemResponse,
  type ScriptedService,
  startScriptedService,
} from '../../support/scripted-service.ts';
import { openSealingService } from '../../support/secret/sealing-service.ts';
import { startTestServer } from '../../support/test-server.ts';

const LOG = { text: 'first\n::add-mask::x\n ##[error]y' };
const PATH_LOG = { text: "##vso[task.prependpath]/x ##teamcity[setParameter name='env.PATH']" };
const JOB = {
  id: 'job_1',
  title: 'Deploy <b>',
  state: 'needs_input',
  headline: '[x](http://evil)',
  result: '##[error]y',
  links: [
    { kind: 'pull_request', title: 'Fix [it](x)', url: 'https://git.example/pr/7?a=<b>' },
    { kind: 'document', title: 'notes', url: 'javascript:alert(1)' },
    { kind: 'delivery', title: 'del_1', url: null },
  ],
  question: { text: 'Which one?', choices: { options: ['old', 'new'], recommended: 'new' } },
};

/** A job that writes a command in two pieces. */
const PIECES = [
  'one\n\u200b:',
  'one\n\u200b::add-mask::x\n##\u200b',
  'one\n\u200b::add-mask::x\n##\u200b[error]z\n',
];
let looks = 0;

let service: ScriptedService;
beforeAll(async () => {
  const tool = (name: string, operationClass: string) => ({
    name,
    description: 'Reads ##[error]d of it.',
    class: operationClass,
    input_schema: { type: 'object' },
  });
  service = await startScriptedService({
    tools: [
      tool('get_text', 'read'),
      tool('get_path', 'read'),
      tool('fail_it', 'read'),
      tool('start_it', 'write'),
    ],
    answer({ path }) {
      if (path.endsWith('/get_text')) return { body: LOG };
      if (path.endsWith('/get_path')) return { body: PATH_LOG };
      if (path.endsWith('/start_it')) return { status: 202, body: { pending: true, job: 'job_1' } };
      if (path.endsWith('/jobs/job_1')) return { body: JOB };
      if (path.endsWith('/get_job_artifact')) return { body: { content: PIECES[looks] } };
      if (path.endsWith('/jobs/job_2')) {
        looks += 1;
        const output = { stream: 'stdout', text: PIECES[looks] };
        const state = looks === 1 ? 'in_progress' : 'done';
        return { body: { id: 'job_2', state, output } };
      }
      return problemResponse(404, 'not_found', { detail: 'Gone.\n::set-env name=A::b' });
    },
  });
});
afterAll(() => service.stop());

const IN_ACTIONS = { GITHUB_ACTIONS: 'true', CI: 'true' };

function fleet(args: readonly string[], more: Readonly<Record<string, string>> = IN_ACTIONS) {
  const reach = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  return runFleet(args, { env: { ...reach, ...more } });
}

test('an error stands beside the step, escaped; who asks for JSON gets JSON alone', async () => {
  proves('UI-actions-errors');
  const run = await fleet(['cloud', 'fail-it']);
  expect(run.code).toBe(6);
  expect(run.stderr).toMatch(
    /^::error title=fleet%3A Title of not_found::Gone\.%0A::set-env name=A::b.*\n\{"error"/,
  );
  const json = await fleet(['cloud', 'fail-it', '-o', 'json']);
  expect(JSON.parse(json.stderr).error.code).toBe('not_found');
  expect((await fleet(['cloud', 'fail-it'], {})).stderr).not.toContain('::error');
  const table = await fleet(['cloud', 'fail-it', '-o', 'table']);
  expect(table.stderr.split('\n').filter((line) => /^\s*::/.test(line))).toHaveLength(1);
});

test('what a machine wrote is no command to the runner', async () => {
  proves('UI-actions-remote');
  const words = ['cloud', 'get-text', '--query', 'text', '-o', 'raw'];
  const raw = await fleet(words);
  expect(raw.stdout).toBe('first\n: :add-mask::x\n ## [error]y\n');
  expect((await fleet(words, {})).stdout).toBe(`${LOG.text}\n`);
  const json = await fleet(['cloud', 'get-text']);
  expect(json.stdout).not.toContain('##[');
  expect(JSON.parse(json.stdout)).toEqual(LOG);
});

test('nor to the runners of Azure Pipelines and TeamCity', async () => {
  proves('UI-runners-remote');
  const words = ['cloud', 'get-path', '--query', 'text', '-o', 'raw'];
  expect((await fleet(words, {})).stdout).toBe(`${PATH_LOG.text}\n`);
  for (const runner of [{ TF_BUILD: 'True' }, { TEAMCITY_VERSION: '2024.12' }]) {
    const raw = await fleet(words, runner);
    expect(raw.stdout).toMatch(/^##vso \[task.*##teamcity \[set/);
    const json = await fleet(['cloud', 'get-path'], runner);
    expect(json.stdout).not.toMatch(/##\w+\[/);
    expect(JSON.parse(json.stdout)).toEqual(PATH_LOG);
  }
});

test('nor is what came in pieces, as an event, or in help', async () => {
  proves('UI-actions-remote');
  const logs = await fleet(['job', 'logs', 'job_2', '--follow']);
  expect(logs.stdout).toBe('one\n\u200b: :add-mask::x\n##\u200b [error]z\n');
  const events = await fleet(['cloud', 'start-it', '--follow', '-o', 'jsonl']);
  expect(events.stdout).not.toContain('##[');
  const lines = events.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.at(-1)).toMatchObject({ event: 'end', record: { result: JOB.result } });
  const help = await fleet(['cloud', 'get-text', '--help']);
  expect(help.stdout).toContain('Reads ## [error]d of it.');
});

test('the end of a job stands in the summary, and a question with its options on stderr', async () => {
  proves('UI-actions-summary', 'UI-exit-10-question');
  const path = join(mkdtempSync(join(tmpdir(), 'fleet-summary-')), 'summary.md');
  const env = { ...IN_ACTIONS, GITHUB_STEP_SUMMARY: path };
  const { code, stderr } = await fleet(['cloud', 'start-it', '--follow'], env);
  expect(code).toBe(10);
  expect(stderr).toContain('Which one?\n\n- old\n- new (recommended)\n');
  expect(stderr).toContain("`fleet job answer job_1 --match-question 'Which one?'`");
  const summary = readFileSync(path, 'utf8');
  expect(summary).toContain('### fleet: Deploy &#60;b&#62;\n');
  expect(summary).toContain('**needs input** · job job&#95;1 · exit code 10\n');
  expect(summary).toContain('> Which one?\n');
  expect(summary).toContain(
    [
      '- pull request Fix &#91;it&#93;&#40;x&#41; <https://git.example/pr/7?a=%3Cb%3E>',
      '- document notes',
      '- delivery del&#95;1',
      '',
    ].join('\n'),
  );
  expect(summary.replace(/<https:[^<>\s]+>/, '')).not.toMatch(/[[\]<]|javascript/);
});

test('each line of a secret is masked before it is printed, unless --no-mask', async () => {
  proves('UI-actions-mask');
  const value = new TextEncoder().encode('line one\nline % two');
  const line = new TextEncoder().encode('one');
  const sealing = await openSealingService({ claims: [value, value, line] });
  const ofRunner = join(mkdtempSync(join(tmpdir(), 'fleet-runner-')), 'set_env');
  writeFileSync(ofRunner, '');
  const newSecret = (...sink: string[]) =>
    runFleet(['secret', 'new', 'm', 'A', ...sink], {
      env: { ...sealing.env, ...IN_ACTIONS, GITHUB_ENV: ofRunner },
    });
  const run = (...more: string[]) => newSecret('--stdout', ...more);
  const masked = await run();
  expect([masked.code, masked.stdout]).toEqual([0, 'line one\nline % two']);
  expect(masked.stderr).toContain('::add-mask::line one\n::add-mask::line %25 two\n');
  const open = await run('--no-mask');
  expect([open.code, open.stdout]).toEqual([0, 'line one\nline % two']);
  expect(open.stderr).not.toContain('add-mask');
  const ofJob = await newSecret('--dotenv', ofRunner);
  expect([ofJob.code, readFileSync(ofRunner, 'utf8')]).toEqual([0, 'A=one\n']);
  expect(ofJob.stderr).toContain('::add-mask::one\n');
  const ofPerson = await newSecret('--dotenv', `${ofRunner}.mine`);
  expect([ofPerson.code, ofPerson.stderr]).toEqual([0, expect.not.stringContaining('add-mask')]);
  const { dataFolder: data } = await startTestServer();
  const key = await fleet([
    'admin',
    'key',
    'create',
    '--name',
    'ci',
    '--scope',
    'fleet:read',
    '--data',
    data,
    '--json',
  ]);
  expect(key.stderr).toBe(`::add-mask::${JSON.parse(key.stdout).key}\n`);
  const token = await fleet(['auth', 'token']);
  expect([token.stdout, token.stderr]).toEqual(['key-1\n', '::add-mask::key-1\n']);
});
