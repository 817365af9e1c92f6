import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runFleet } from '../support/run-fleet.ts';
import { type ScriptedService, startScriptedService } from '../support/scripted-service.ts';
import { UNUSUAL_TOOLS } from '../support/unusual-tools.ts';

/** Bytes of what every call, help page and completion loads. More of it makes each of them slower. */
const CLI_BYTES_MAX = 105_000;

/** Streams of a child process are sockets, which brings `net` and all of `stream`. */
const STREAMS = ['net', 'stream', 'stream/promises', 'string_decoder'];
const ALWAYS = { files: ['run.js', 'cli.cjs', 'rolldown-runtime.cjs'], builtIns: ['module', 'os'] };

/** Tells at the end which files and public built-in modules were loaded after this one. */
const RECORDER = `const before = new Set(process.moduleLoadList);
process.on('exit', () => {
  const builtIns = process.moduleLoadList
    .filter((entry) => entry.startsWith('NativeModule ') && !before.has(entry))
    .map((entry) => entry.slice('NativeModule '.length))
    .filter((name) => !/^(internal\\/|_)/.test(name));
  const files = Object.keys(require.cache).filter((file) => file !== __filename);
  require('node:fs').writeFileSync(process.env.RECORD_TO, JSON.stringify({ builtIns, files }));
});
`;

interface Loaded {
  readonly files: readonly string[];
  readonly builtIns: readonly string[];
}

let service: ScriptedService;
const folder = mkdtempSync(join(tmpdir(), 'fleet-start-up-'));
const recorder = join(folder, 'recorder.cjs');
beforeAll(async () => {
  service = await startScriptedService({ tools: UNUSUAL_TOOLS });
  writeFileSync(recorder, RECORDER);
});
afterAll(() => service.stop());

/** What a run of `fleet` loads once its catalogue is in the cache; chunks without their hash. */
async function loadedBy(...args: readonly string[]): Promise<Loaded> {
  const record = join(folder, 'record.json');
  const env = {
    FLEET_BASE_URL: service.baseUrl,
    FLEET_API_KEY: 'key-1',
    FLEET_CACHE_DIR: join(folder, 'cache'),
  };
  expect((await runFleet(['cloud', 'quiet-one'], { env })).code).toBe(0);
  const recorded = { ...env, NODE_OPTIONS: `--require=${recorder}`, RECORD_TO: record };
  expect((await runFleet(args, { env: recorded })).code).toBe(0);
  const { builtIns, files }: Loaded = JSON.parse(readFileSync(record, 'utf8'));
  const names = files.map((file) => file.replace(/.*[\\/]/, '').replace(/-[\w-]{8}\.cjs$/, '.cjs'));
  return { builtIns, files: names };
}

function expectAtMost(loaded: Loaded, files: readonly string[], builtIns: readonly string[]): void {
  const more = (found: readonly string[], allowed: readonly string[]) =>
    found.filter((name) => !allowed.includes(name));
  expect({
    files: more(loaded.files, [...ALWAYS.files, ...files]),
    builtIns: more(loaded.builtIns, [...ALWAYS.builtIns, ...STREAMS, ...builtIns]),
  }).toEqual({ files: [], builtIns: [] });
  expect(loaded.files).toContain('cli.cjs');
}

test('the file of every call stays small', () => {
  const file = new URL('../../dist/cli.cjs', import.meta.url);
  expect(statSync(file).size).toBeLessThanOrEqual(CLI_BYTES_MAX);
});

test('a call loads one file of ours, and of Node what its request needs', async () => {
  expectAtMost(await loadedBy('cloud', 'quiet-one'), [], ['http']);
});

test('the help of an operation loads one chunk more, and nothing to ask the service with', async () => {
  expectAtMost(await loadedBy('cloud', 'brew-tea', '--help'), ['help.cjs'], []);
});

test('completion loads its chunk and the list of our commands', async () => {
  const chunks = ['complete.cjs', 'oclif.manifest.cjs'];
  expectAtMost(await loadedBy('__complete', 'cloud', 'brew'), chunks, []);
});

test('the version loads nothing', async () => {
  expect(await loadedBy('--version')).toEqual({ files: ['run.js'], builtIns: expect.any(Array) });
});
