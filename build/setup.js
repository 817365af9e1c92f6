// Makes a fresh clone ready, on whatever Node runs it, then runs the named script on the Node that
// the project pins: `node build/setup.js SCRIPT [ARGS…]`. Plain JavaScript, no dependency.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
/** npm writes it at the end of every installation. */
const installed = join(modules, '.package-lock.json');
const buildStamp = join(root, 'dist', '.built');
const pinnedNode = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

function fail(sentence) {
  process.stderr.write(`setup: ${sentence}\n`);
  process.exit(1);
}

function fileHash(...paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path.slice(root.length)).update(readFileSync(path));
  return hash.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile())
    .sort();
}

function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (error) fail(`cannot start ${command}: ${error.message}`);
  if (status !== 0) fail(`${command} ${args.join(' ')} ended with ${status}`);
}

function isInstalled() {
  if (!existsSync(installed) || !existsSync(pinnedNode)) return false;
  return statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

function installWhatIsMissing() {
  if (isInstalled()) return;
  process.stderr.write('setup: installing the dependencies (once)\n');
  const npm = process.env.npm_execpath;
  const install = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm) run(process.execPath, [npm, ...install]);
  else run('npm', install);
  if (!existsSync(pinnedNode)) {
    fail('the pinned Node is missing; allow the install script of the package "node", then npm ci');
  }
}

function buildWhatChanged() {
  const builders = ['build', 'bundling', 'called-functions', 'compile-eagerly', 'programs'].map(
    (name) => join(root, 'build', `${name}.ts`),
  );
  const sources = [...filesBelow(join(root, 'src')), ...builders];
  const wanted = fileHash(join(root, 'package-lock.json'), ...sources);
  if (readStamp(buildStamp) === wanted) return;
  process.stderr.write('setup: building\n');
  run(pinnedNode, [join(root, 'build', 'build.ts')]);
  mkdirSync(dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, wanted);
}

function hand(script, args) {
  const path = [join(modules, '.bin'), dirname(pinnedNode), process.env.PATH].join(delimiter);
  const child = spawn(pinnedNode, [join(root, script), ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  // A terminal's Ctrl-C reaches the child by itself; a signal sent to this process alone does not.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}

/** Does `work` while no other set-up of this clone does: two shells may start at once. */
function alone(work) {
  const lock = join(tmpdir(), `fleet-setup-${createHash('sha256').update(root).digest('hex')}`);
  while (!claim(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  process.on('exit', () => rmSync(lock, { force: true }));
  work();
  rmSync(lock, { force: true });
}

function claim(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const holder = Number(readStamp(lock));
    // An unfinished write reads as 0, which is no process of anybody's.
    if (holder > 0 && !isRunning(holder)) rmSync(lock, { force: true });
    return false;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

const [script, ...args] = process.argv.slice(2);
if (!script) fail('name the script to run');
alone(() => {
  installWhatIsMissing();
  buildWhatChanged();
});
if (script !== 'build/build.ts') hand(script, args);
