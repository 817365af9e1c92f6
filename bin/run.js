#!/usr/bin/env node
// The installed program: what must not cost anything is answered here, everything else by dist.
// Plain CommonJS, which starts soonest, and of which an old Node gets as far as the sentence below.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`fleet needs Node 22.19 or newer; this is ${process.versions.node}\n`);
  process.exit(1);
}

// Node and the libraries for prompts let FORCE_COLOR go first, and Node warns of it.
if (process.env.NO_COLOR) delete process.env.FORCE_COLOR;

const fs = require('node:fs');

if (process.argv.length === 3 && process.argv[2] === '--version') {
  const { version } = JSON.parse(fs.readFileSync(`${__dirname}/../package.json`, 'utf8'));
  try {
    fs.writeSync(1, `fleet ${version}\n`);
  } catch (error) {
    if (error.code !== 'EPIPE') {
      process.exitCode = 1;
      process.stderr.on('error', () => {});
      process.stderr.write(`fleet: The version could not be written\n  stdout: ${error.message}\n`);
    }
  }
} else {
  // Without a listener Node opens its inspector, by which any user of the computer runs code with our keys.
  process.on('SIGUSR1', () => {});
  silenceSqlite();
  const folder = compileCacheFolder();
  // Deno has no such cache.
  if (folder !== undefined) require('node:module').enableCompileCache?.(folder);
  if (isBridge(process.argv.slice(2))) require('../dist/bridge.cjs');
  else void require('../dist/cli.cjs').main();
}

/** `fleet mcp` with nothing but its flags: an assistant waits for it, so nothing else is loaded. */
function isBridge([command, ...words]) {
  if (command !== 'mcp' || words.some((word) => /^(-h|--help)$/.test(word))) return false;
  return words.length === 0 || words[0].startsWith('-');
}

/** Node 22 calls its SQLite experimental, which tells our users nothing; every other warning stays. */
function silenceSqlite() {
  const { emitWarning } = process;
  process.emitWarning = (warning, ...rest) => {
    const isSqlite = rest[0] === 'ExperimentalWarning' && /^SQLite /.test(String(warning));
    if (!isSqlite) emitWarning.call(process, warning, ...rest);
  };
}

/**
 * A folder of ours in the cache folder: compiled code is run, so nobody else may be able to write
 * there. `undefined` where there is none and none can be made.
 */
function compileCacheFolder() {
  const cache = cacheFolder();
  if (cache === undefined) return undefined;
  const folder = `${cache}/compiled`;
  try {
    makeFolder(folder);
    return isOurs(cache) && isOurs(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Step by step, since Node's own recursive way never ends in `/proc`. */
function makeFolder(folder) {
  if (fs.existsSync(folder)) return;
  const parent = require('node:path').dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

function isOurs(folder) {
  const { uid, mode } = fs.lstatSync(folder);
  if (process.getuid === undefined) return true;
  return uid === process.getuid() && (mode & 0o170022) === 0o040000;
}

/** As `profile/folders.ts` finds it: what is not an absolute path counts as unset. */
function cacheFolder() {
  const { env, platform } = process;
  const root = platform === 'win32' ? /^([A-Za-z]:)?[\\/]/ : /^\//;
  const absolute = (name) => {
    const path = env[name] ?? '';
    return root.test(path) ? path : undefined;
  };
  const [own, xdg, home, local] = ['FLEET_CACHE_DIR', 'XDG_CACHE_HOME', 'HOME', 'LOCALAPPDATA'].map(
    absolute,
  );
  if (own !== undefined) return own;
  if (xdg !== undefined) return `${xdg}/fleet`;
  if (platform === 'win32') return local && `${local}/fleet/cache`;
  return home && `${home}/${platform === 'darwin' ? 'Library/Caches' : '.cache'}/fleet`;
}
