import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, readSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { errorCode } from '../../../src/base/errors.ts';
import { proves } from '../../support/proves.ts';
import { FLEET_ENTRY, fleetEnvironment } from '../../support/run-fleet.ts';
import {
  type ScriptedResponse,
  type ScriptedService,
  startScriptedService,
} from '../../support/scripted-service.ts';

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
const ROWS = Array.from({ length: 200 }, (_, at) => ({ id: `row-${at}`, text: 'x'.repeat(20) }));

const INPUT = { type: 'object', properties: { machine: { type: 'string' } } };
const TOOLS = [
  { name: 'list_rows', class: 'read', input_schema: INPUT },
  { name: 'get_job', class: 'read', input_schema: INPUT },
  { name: 'start_it', class: 'write', input_schema: INPUT },
  { name: 'start_more', class: 'write', input_schema: INPUT },
  { name: 'watch_job', class: 'write', input_schema: INPUT },
];
/** More than a page of a pipe. */
const LONG = 'x'.repeat(8192);
const JOB = { id: 'job_1', state: 'in_progress', status: 'running' };
const MACHINES = ['build-01', 'build-02'].map((name) => ({ id: name, name, status: 'online' }));

/** By the end of a path. */
const RESPONSES: Readonly<Record<string, ScriptedResponse>> = {
  list_rows: { body: { rows: ROWS } },
  machines: { body: { machines: MACHINES, next_before: null } },
  start_it: { status: 202, body: { pending: true, job: 'job_1' } },
  start_more: { status: 202, body: { pending: true, job: 'job_1', text: LONG } },
  watch_job: { body: { id: 'cmd_1', status: 'succeeded', text: LONG } },
  get_job: { body: { job: JOB } },
  job_1: { body: { job: JOB } },
  get_job_artifact: { body: { content: 'x'.repeat(20_000) } },
};

let service: ScriptedService;
beforeAll(async () => {
  const answer = ({ path }: { readonly path: string }) =>
    RESPONSES[/\w+$/.exec(path.replace(/\?.*/, ''))?.[0] ?? ''];
  service = await startScriptedService({ tools: TOOLS, answer });
});
afterAll(() => service.stop());

const environment = () =>
  fleetEnvironment({ FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' });

/** A pipe whose both ends never wait, as a program leaves it that shares it with others. */
function openPipe() {
  const path = join(mkdtempSync(join(tmpdir(), 'fleet-pipe-')), 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, O_RDONLY | O_NONBLOCK);
  return { path, reader, writer: openSync(path, O_WRONLY | O_NONBLOCK) };
}

const PAGE = Buffer.alloc(4096);

/** Whether the pipe takes one more page, which then is in it. */
function takesPage(writer: number): boolean {
  try {
    return writeSync(writer, PAGE) > 0;
  } catch (error) {
    expect(errorCode(error)).toBe('EAGAIN');
    return false;
  }
}

/** What is in the pipe now, up to so many bytes. */
function take(reader: number, bytesMax = 64 * 1024): string {
  const part = Buffer.alloc(bytesMax);
  try {
    return part.toString('latin1', 0, readSync(reader, part));
  } catch (error) {
    expect(errorCode(error)).toBe('EAGAIN');
    return '';
  }
}

/** Whether the program has met a full pipe: the page that was left free, less than its result, is taken. */
function isMet({ reader, writer }: { readonly reader: number; readonly writer: number }): boolean {
  const isFree = takesPage(writer);
  if (isFree) take(reader, PAGE.length);
  return !isFree;
}

test('a result waits for the reader of a full pipe that never waits by itself', async () => {
  proves('UI-output-stdout');
  const { reader, writer } = openPipe();
  while (takesPage(writer));
  take(reader, PAGE.length);
  const words = ['cloud', 'list-rows', '-o', 'json'];
  // Node makes the first three of a child wait again, so the shell puts the fourth in place of stdout.
  const child = spawn(
    'sh',
    ['-c', 'exec "$@" >&3', 'sh', process.execPath, FLEET_ENTRY, ...words],
    {
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe', writer],
    },
  );
  let code: unknown;
  child.once('exit', (exit) => {
    code = exit;
  });
  const said = text(child.stderr ?? Readable.from([]));
  await expect.poll(() => isMet({ reader, writer }) || code !== undefined).toBe(true);
  closeSync(writer);
  let taken = '';
  const drained = (): unknown => {
    taken += take(reader);
    return code;
  };
  await expect.poll(drained).toBeDefined();
  drained();
  closeSync(reader);
  expect({ code, said: await said }).toEqual({ code: 0, said: '' });
  expect(JSON.parse(taken.replaceAll('\0', ''))).toEqual({ rows: ROWS });
});

const FOLLOW = 'fleet job follow job_1';

/** Starts a command with stdout in a pipe, and stderr to be read. */
function startInto(path: string, words: string) {
  const stdout = openSync(path, O_WRONLY);
  const child = spawn(process.execPath, [FLEET_ENTRY, ...words.split(' ')], {
    env: environment(),
    stdio: ['ignore', stdout, 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  closeSync(stdout);
  return child;
}

/** Presses Ctrl-C where nobody reads stdout, once `seen` stands on stderr. Gives how it ended, and stderr. */
async function interruptedUnread(words: string, seen: string, readerLeaves = false) {
  const { path, reader, writer } = openPipe();
  while (takesPage(writer));
  const child = startInto(path, words);
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const isNew = !stderr.includes(seen) && `${stderr}${text}`.includes(seen);
    stderr += text;
    if (!isNew) return;
    child.kill('SIGINT');
    if (readerLeaves) closeSync(reader);
  });
  const end = await once(child, 'close');
  closeSync(writer);
  if (!readerLeaves) closeSync(reader);
  return { end, stderr };
}

test.each<[words: string, seen: string, told: string]>([
  ['job follow job_1 -o jsonl --verbose', 'job_1 ', FOLLOW],
  ['cloud start-it --follow -o jsonl --verbose', 'job_1 ', FOLLOW],
  ['job logs job_1 --verbose', 'get_job_artifact', 'interrupted'],
  ['each --machine=* -o table --verbose -- start-it', 'start_it', '2 machines: '],
  ['each --machine=* -o json --verbose -- start-it', 'start_it', '2 machines: '],
  ['each --machine=* -o jsonl --verbose -- start-it', 'start_it', '2 machines: '],
])('Ctrl-C ends what nobody reads, and how it stands is told: %s', async (words, seen, told) => {
  proves('UI-interrupt', 'UI-each-interrupt');
  const { end, stderr } = await interruptedUnread(words, seen);
  expect(end).toEqual([null, 'SIGINT']);
  expect(stderr).toContain(told);
});

test('Ctrl-C that ends the reader of a pipe too still tells how to follow on', async () => {
  proves('UI-interrupt', 'UI-follow-interrupted');
  const { end, stderr } = await interruptedUnread(
    'job follow job_1 -o jsonl --verbose',
    'job_1 ',
    true,
  );
  expect(end).toEqual([null, 'SIGINT']);
  expect(stderr).toContain(FOLLOW);
});

test.each<[words: string, told: readonly string[]]>([
  ['cloud start-more', ['It was sent, and the service has answered.', FOLLOW]],
  ['cloud watch-job', ['It was sent, and the service has answered.', 'list-commands', 'req-1']],
  ['api POST /api/v1/tools/watch_job', ['It was sent, and the service has answered.', 'req-1']],
])(
  'Ctrl-C while nobody reads the response of an action tells that it was sent: %s',
  async (words, told) => {
    proves('UI-interrupt');
    const { path, reader, writer } = openPipe();
    while (takesPage(writer));
    take(reader, PAGE.length);
    const child = startInto(path, words);
    const said = text(child.stderr ?? Readable.from([]));
    await expect.poll(() => isMet({ reader, writer })).toBe(true);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([null, 'SIGINT']);
    const stderr = await said;
    for (const part of told) expect(stderr).toContain(part);
    closeSync(writer);
    closeSync(reader);
  },
);
