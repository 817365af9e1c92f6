// Makes a fresh clone ready, on whatever Node runs it, then runs the named script on the Node that
// the project pins: `node bin/setup.js SCRIPT [ARGS…]`. Plain JavaScript, no dependency.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const installStamp = join(modules, '.fleet-installed');
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

function installWhatIsMissing() {
  const wanted = fileHash(join(root, 'package-lock.json'));
  if (readStamp(installStamp) === wanted && existsSync(pinnedNode)) return;
  process.stderr.write('setup: installing the dependencies (once)\n');
  const npm = process.env.npm_execpath;
  const install = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm) run(process.execPath, [npm, ...install]);
  else run('npm', install);
  if (!existsSync(pinnedNode)) {
    fail('the pinned Node is missing; allow the install script of the package "node", then npm ci');
  }
  writeFileSync(installStamp, wanted);
}

function buildWhatChanged() {
  const sources = [...filesBelow(join(root, 'src')), join(root, 'bin', 'build.ts')];
  const wanted = fileHash(join(root, 'package-lock.json'), ...sources);
  if (readStamp(buildStamp) === wanted) return;
  process.stderr.write('setup: building\n');
  run(pinnedNode, [join(root, 'bin', 'build.ts')]);
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

const [script, ...args] = process.argv.slice(2);
if (!script) fail('name the script to run');
installWhatIsMissing();
buildWhatChanged();
if (script !== 'bin/build.ts') hand(script, args);
