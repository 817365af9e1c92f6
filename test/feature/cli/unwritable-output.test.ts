import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runInShell } from '../../support/run-in-shell.ts';
import { type ScriptedService, startScriptedService } from '../../support/scripted-service.ts';

const EMPTY = { type: 'object' };
const TOOLS = [
  { name: 'odd', class: 'read', input_schema: EMPTY },
  { name: 'list_rows', class: 'read', input_schema: EMPTY },
  { name: 'list_long', class: 'read', input_schema: EMPTY },
  { name: 'get_job', class: 'read', input_schema: EMPTY },
  { name: 'start_it', class: 'write', input_schema: EMPTY },
  { name: 'rename_it', class: 'write', input_schema: EMPTY },
  { name: 'list_jobs', class: 'read', input_schema: EMPTY },
];
const RUNNING = { id: 'j1', state: 'in_progress', status: 'running', output: { text: 'one\n' } };

let service: ScriptedService;
beforeAll(async () => {
  const rows = [{ id: 'a' }, { id: 'b' }];
  service = await startScriptedService({
    tools: TOOLS,
    answer({ path }) {
      if (path.endsWith('/j2')) return { body: { id: 'j2', state: 'failed', status: 'failed' } };
      if (/j1$|get_job$/.test(path)) return { body: RUNNING };
      if (path.endsWith('/start_it')) return { status: 202, body: { pending: true, job: 'j2' } };
      if (path.endsWith('/list_long')) return { body: { rows: [{ id: 'x'.repeat(100_000) }] } };
      if (path.endsWith('/get_job_artifact')) return { body: { content: '' } };
      return { body: path.endsWith('/odd') ? 'true' : { rows } };
    },
  });
});
afterAll(() => service.stop());

const shell = (script: string) =>
  runInShell(script, { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' });

test.each([
  'fleet --version',
  'fleet --help',
  'fleet completion bash',
  'fleet cloud odd --help',
  'fleet cloud odd',
  'fleet cloud list-rows -o table',
])('a full disk under the result is told in one sentence, with 1: %s', async (script) => {
  proves('UI-exit-1', 'UI-output-errors');
  const { code, stderr } = await shell(`FLEET_OUTPUT=table ${script} > /dev/full`);
  expect(stderr).toMatch(/^fleet: The \w+ could not be written\n {2}stdout: ENOSPC.*\n$/);
  expect(code).toBe(1);
});

test.each([
  'fleet cloud list-long -o json',
  'fleet cloud list-long -o raw',
  'fleet cloud list-long --all -o csv',
])('a disk that takes the beginning of a large result is told as well: %s', async (script) => {
  proves('UI-output-errors');
  // As on a full disk the system takes what there is room for, and refuses the next write alone.
  const { code, stderr } = await shell(`ulimit -f 64; ${script} > "$HOME/long"`);
  expect(stderr).toContain('stdout: EFBIG');
  expect(code).toBe(1);
});

test('a full disk ends rows that are written as they come', async () => {
  const { code, stderr } = await shell('fleet cloud list-rows --all -o jsonl > /dev/full');
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'not_written', exit_code: 1 });
  expect(code).toBe(1);
});

test.each([
  ['job follow j1 -o jsonl', 'Follow it again with `fleet job follow j1`.'],
  ['job logs j1 --follow', 'Print it again with `fleet job logs j1 --follow`.'],
])('a full disk ends following at once, and says how to go on: %s', async (words, again) => {
  proves('UI-output-errors');
  const { code, stderr } = await shell(`fleet ${words} > /dev/full`);
  expect(stderr).toContain('stdout: ENOSPC');
  expect(stderr).toContain(`Only the following has ended. ${again}`);
  expect(stderr.trimEnd().split('\n').length).toBeLessThan(4);
  expect(code).toBe(1);
});

test.each([
  ['start-it', 'It was sent, and the service has answered.\nThe job is still in progress.'],
  ['rename-it', 'It was sent, and the service has answered.'],
])('a full disk under the response of what acts says that it was sent: %s', async (words, told) => {
  proves('UI-output-errors');
  const { code, stderr } = await shell(`fleet cloud ${words} -o json > /dev/full`);
  const { error } = JSON.parse(stderr);
  expect([code, error.code]).toEqual([1, 'not_written']);
  expect(error.advice).toContain(told);
  expect(error.advice.includes('fleet job follow j2')).toBe(words === 'start-it');
});

test.each([
  ['cloud start-it --follow -o json', 9],
  ['job follow j1 -o jsonl', 8],
  ['watch jobs --until failed', 8],
  ['doctor --base-url http://127.0.0.1:1', 1],
  ['mcp doctor', 6],
])('a reader who has gone takes nothing for done that is not: %s', async (words, code) => {
  proves('UI-output-closed-pipe');
  expect(await shell(`fleet ${words} | true`)).toMatchObject({ code, stdout: '' });
});

test('that stderr cannot be written decides nothing', async () => {
  proves('UI-output-stdout');
  const told = await shell('fleet cloud odd --verbose 2>/dev/full');
  expect(told).toMatchObject({ code: 0, stdout: 'true\n' });
  expect(await shell('fleet cloud nope 2>/dev/full')).toMatchObject({ code: 2, stdout: '' });
});
