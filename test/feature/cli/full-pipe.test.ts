import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCode } from '../../../src/base/errors.ts';
import { proves } from '../../support/proves.ts';
import { FLEET_ENTRY, fleetEnvironment } from '../../support/run-fleet.ts';
import { type ScriptedService, startScriptedService } from '../../support/scripted-service.ts';

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
const ROWS = Array.from({ length: 200 }, (_, at) => ({ id: `row-${at}`, text: 'x'.repeat(20) }));

let service: ScriptedService;
beforeAll(async () => {
  const tools = [{ name: 'list_rows', class: 'read', input_schema: { type: 'object' } }];
  service = await startScriptedService({ tools, answer: () => ({ body: { rows: ROWS } }) });
});
afterAll(() => service.stop());

/** A pipe whose both ends never wait, as a program leaves it that shares it with others. */
function openPipe() {
  const path = join(mkdtempSync(join(tmpdir(), 'fleet-pipe-')), 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, O_RDONLY | O_NONBLOCK);
  return { reader, writer: openSync(path, O_WRONLY | O_NONBLOCK) };
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
      env: fleetEnvironment({ FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' }),
      stdio: ['ignore', 'ignore', 'pipe', writer],
    },
  );
  let code: unknown;
  child.once('exit', (exit) => {
    code = exit;
  });
  const said = text(child.stderr ?? Readable.from([]));
  // The page that is left free is smaller than the result. Once it is taken, the program has met a full pipe.
  const isMet = (): boolean => {
    const isFree = takesPage(writer);
    if (isFree) take(reader, PAGE.length);
    return !isFree || code !== undefined;
  };
  await expect.poll(isMet).toBe(true);
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
