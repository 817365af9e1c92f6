import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runFleet } from '../support/run-fleet.ts';
import { type ScriptedService, startScriptedService } from '../support/scripted-service.ts';
import { UNUSUAL_TOOLS } from '../support/unusual-tools.ts';

/**
 * Bytes of the files that nearly every run loads: each KB more costs a call about a thousandth of what
 * bare Node costs. What more of them cannot do without may raise its number here, after a look at
 * whether it can be loaded where it is used, and after `npm run bench` still holds.
 */
const BYTES_MAX = {
  'cli.cjs': 57_700,
  'call.cjs': 59_500,
  'help.cjs': 9_700,
  'complete.cjs': 11_300,
};

const ALWAYS = { files: ['run.js', 'cli.cjs'], builtIns: ['module'] };
/** What a request needs of Node; its connection is a stream, and so are then stdout and stderr. */
const REQUEST = ['http', 'net', 'stream', 'stream/promises', 'string_decoder'];

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
  const { code } = await runFleet(args, { env: recorded });
  // A completion that offers nothing ends with 1.
  expect(args[0] === '__complete' ? [0, 1] : [0]).toContain(code);
  const { builtIns, files }: Loaded = JSON.parse(readFileSync(record, 'utf8'));
  return { builtIns, files: files.map((file) => withoutHash(basename(file))) };
}

function withoutHash(file: string): string {
  return file.replace(/-[\w-]{8}\.cjs$/, '.cjs');
}

function expectAtMost(loaded: Loaded, files: readonly string[], builtIns: readonly string[]): void {
  const more = (found: readonly string[], allowed: readonly string[]) =>
    found.filter((name) => !allowed.includes(name));
  expect({
    files: more(loaded.files, [...ALWAYS.files, ...files]),
    builtIns: more(loaded.builtIns, [...ALWAYS.builtIns, ...builtIns]),
  }).toEqual({ files: [], builtIns: [] });
  expect(loaded.files).toContain('cli.cjs');
}

/** The newest of a file in the bundle; chunks of earlier builds stay for a while. */
function inBundle(name: string): { readonly path: string; readonly size: number } {
  const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
  const [newest] = ['', 'chunks']
    .flatMap((folder) => readdirSync(join(dist, folder)).map((file) => join(dist, folder, file)))
    .filter((file) => withoutHash(basename(file)) === name)
    .map((path) => ({ path, ...statSync(path) }))
    .sort((left, right) => right.mtimeMs - left.mtimeMs);
  if (newest === undefined) throw new Error(`no ${name} in the bundle`);
  return newest;
}

test.each(Object.entries(BYTES_MAX))('%s stays small', (name, bytesMax) => {
  expect(inBundle(name).size).toBeLessThanOrEqual(bytesMax);
});

test.each(['cli.cjs', 'call.cjs', 'bridge.cjs'])(
  'the functions that nearly every run calls are compiled with %s',
  (name) => {
    const marks = readFileSync(inBundle(name).path, 'utf8').match(
      /;var [^=]+=\((async )?function/g,
    );
    expect(marks?.length).toBeGreaterThan(50);
  },
);

test('a call loads two files of ours, and of Node what its request needs', async () => {
  expectAtMost(await loadedBy('cloud', 'quiet-one'), ['call.cjs'], REQUEST);
});

test('the help of an operation loads one chunk more, and nothing to ask the service with', async () => {
  expectAtMost(await loadedBy('cloud', 'brew-tea', '--help'), ['help.cjs'], []);
});

test('completion of a name loads its chunk alone', async () => {
  expectAtMost(await loadedBy('__complete', 'cloud', 'brew'), ['complete.cjs'], []);
});

test('completion of a flag loads the list of our commands besides', async () => {
  const chunks = ['complete.cjs', 'oclif.manifest.cjs'];
  expectAtMost(await loadedBy('__complete', 'auth', 'login', '--'), chunks, []);
});

test('completion of a live name loads what is kept of answers besides, and nothing of Node', async () => {
  const chunks = ['complete.cjs', 'live-names.cjs', 'time.cjs'];
  const loaded = await loadedBy('__complete', 'cloud', 'brew-tea', 'm');
  expectAtMost(loaded, chunks, []);
  expect(loaded.files).toContain('live-names.cjs');
});

test('the version loads nothing', async () => {
  expect(await loadedBy('--version')).toEqual({ files: ['run.js'], builtIns: expect.any(Array) });
});
