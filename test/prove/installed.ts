// The packed tarball where it will be installed: `npm run prove -- installed [TEST…]`. Every test that starts the
// program, on Node 22.19, 24 and 26; npm, pnpm, Yarn and Bun install it; Deno starts it. All tools come from npm.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../check/tree.ts';
import { installWith, type Manager, managersOf } from './installed/managers.ts';
import { testsOfProgram } from './installed/tests-of-program.ts';
import { bringTools } from './installed/toolbox.ts';

const tests = process.argv.length > 2 ? process.argv.slice(2) : testsOfProgram();
const cache = join(ROOT, 'node_modules/.cache/fleet-prove-installed');
const tool = bringTools(cache);
const folder = mkdtempSync(join(tmpdir(), 'fleet-prove-installed-'));
// Not there: an assistant's entry for what is in a folder for temporary files is refused.
const project = mkdtempSync(join(cache, 'suite-'));
const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
const findings: { name: string; good: boolean; detail: string }[] = [];

try {
  const tarball = pack();
  await proveManagers(tarball);
  proveNodes(tarball);
} finally {
  for (const made of [folder, project]) rmSync(made, { recursive: true, force: true });
}
for (const { detail, good, name } of findings) {
  process.stdout.write(`${good ? 'held  ' : 'FAILED'}  ${name}: ${detail}\n`);
}
mkdirSync(join(ROOT, 'dist/prove'), { recursive: true });
writeFileSync(join(ROOT, 'dist/prove/installed.json'), `${JSON.stringify(findings, null, 2)}\n`);
process.exitCode = findings.every(({ good }) => good) ? 0 : 1;

function pack(): string {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT });
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
}

/** Each installs it into a project of its own, where it makes a call to a server that it starts itself. */
async function proveManagers(tarball: string): Promise<void> {
  const env = environment();
  const programs = {
    pnpm: tool('pnpm'),
    yarn: tool('@yarnpkg/cli-dist'),
    bun: tool('bun'),
    deno: tool('deno'),
  };
  const [npm, ...others] = managersOf(programs);
  if (npm === undefined) return;
  const project = join(folder, 'npm');
  const serve = [
    'serve',
    '--json',
    '--demo',
    '--listen',
    '127.0.0.1:0',
    '--data',
    join(folder, 'data'),
  ];
  const first = tryOut(npm, { folder: project, tarball, env });
  if (first === undefined) return;
  const server = spawn(join(project, 'node_modules/.bin/fleet'), serve, { cwd: project, env });
  const [line] = await once(createInterface({ input: server.stdout }), 'line');
  const { base_url: FLEET_BASE_URL, keys } = JSON.parse(String(line));
  const reach = { ...env, FLEET_BASE_URL, FLEET_API_KEY: keys.read };
  call(npm, installWith(npm, { folder: join(folder, 'npm-again'), tarball, env: reach }));
  for (const manager of others) {
    const run = tryOut(manager, { folder: join(folder, manager.name), tarball, env: reach });
    if (run !== undefined) call(manager, run);
  }
  server.kill('SIGTERM');
  await once(server, 'exit');
}

type Run = (words: readonly string[]) => string;

function tryOut(manager: Manager, options: Parameters<typeof installWith>[1]): Run | undefined {
  try {
    return installWith(manager, options);
  } catch (error) {
    findings.push({ name: manager.name, good: false, detail: reason(error) });
    return undefined;
  }
}

function call({ name }: Manager, run: Run): void {
  try {
    const version = run(['--version']).trim();
    const machines = run(['cloud', 'list-machines', '-o', 'name']).trim().split('\n').length;
    const good = /^fleet \d/.test(version) && machines === 4;
    findings.push({ name, good, detail: `${version}, ${machines} machines of the demonstration` });
  } catch (error) {
    findings.push({ name, good: false, detail: reason(error) });
  }
}

/** Runs the tests with the installed program in the place of the built one. */
function proveNodes(tarball: string): void {
  installWith(
    { name: 'npm', install: ['npm', 'install', '--no-audit', '--no-fund'], start: [] },
    {
      folder: project,
      tarball,
      env: environment(),
    },
  );
  const entry = relative(ROOT, join(project, 'node_modules/@fleet-cloud/cli/bin/run.js'));
  const nodes = [tool('node-22.19'), process.execPath, tool('node-26')];
  for (const node of nodes) {
    const name = `Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`;
    const { status, stdout, stderr } = spawnSync(
      node,
      ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', ...tests],
      {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...process.env, NO_COLOR: '1', FLEET_ENTRY: entry },
        maxBuffer: 256 * 1024 * 1024,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    process.stderr.write(stderr);
    const count = /^ *Tests +(.*)$/m.exec(stdout)?.[1] ?? 'no count';
    const failed = stderr.match(/^ *FAIL .*$/gm) ?? [];
    findings.push({
      name,
      good: status === 0,
      detail: [count, ...new Set(failed)].join('\n        '),
    });
  }
}

/** The registry that npm is set to, for managers that do not read its settings. */
function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    npm_config_registry: registry,
    YARN_NPM_REGISTRY_SERVER: registry.replace(/\/$/, ''),
    YARN_UNSAFE_HTTP_WHITELIST: new URL(registry).hostname,
    YARN_ENABLE_TELEMETRY: '0',
    YARN_ENABLE_IMMUTABLE_INSTALLS: '0',
    YARN_GLOBAL_FOLDER: join(folder, 'yarn'),
    FLEET_CONFIG_DIR: join(folder, 'config'),
    FLEET_CACHE_DIR: join(folder, 'cache'),
    FLEET_STATE_DIR: join(folder, 'state'),
  };
}

function reason(error: unknown): string {
  const { message, stderr, stdout } = Object(error);
  return [message, stderr, stdout].filter(Boolean).join('\n').slice(0, 2000);
}
