/**
 * The environment of a `fleet` for whose journal the disk is full from the moment that an entry is in
 * `state` (in `asking` once its private key is kept); with `readOnly` nothing can be removed either.
 */
export function fullDisk(
  state: 'asking' | 'asked' | 'delivering',
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Readonly<Record<string, string>> {
  return loaded(`${BREAK_DISK}('${state}', ${readOnly})`);
}

/** The environment of a `fleet` that cannot make the entries of a folder last, from the n-th time on. */
export function folderWithoutSync(
  folder: string,
  code = 'EIO',
  from = 1,
): Readonly<Record<string, string>> {
  return loaded(`${BREAK_SYNC}(${JSON.stringify(folder)}, '${code}', ${from})`);
}

/** The environment of a `fleet` that can make no file of a lock in its journal. */
export function lockRefused(code: string): Readonly<Record<string, string>> {
  return loaded(`${BREAK_LOCK}('${code}')`);
}

/** The environment of a `fleet` that can lock nothing in a folder, with what SQLite says of it. */
export function folderWithoutLocks(folder: string, code: number): Readonly<Record<string, string>> {
  return loaded(`${REFUSE_LOCKS}(${JSON.stringify(folder)}, ${code})`);
}

/** The environment of a `fleet` in whose journal each close of an entry's file, or of the folder, fails. */
export function closeRefused(of: 'file' | 'folder'): Readonly<Record<string, string>> {
  return loaded(`${BREAK_CLOSE}('${of}')`);
}

/** The environment of a `fleet` that gets a signal as soon as an entry of its journal is in `state`. */
export function signalled(
  state: 'opened' | 'delivering',
  signal: NodeJS.Signals,
): Readonly<Record<string, string>> {
  return loaded(`${SEND_SIGNAL}('${state}', '${signal}')`);
}

function loaded(source: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
}

/** Loaded into the program before its own code. */
const BREAK_DISK = `(function (full, readOnly) {
  const { promises, readFileSync } = process.getBuiltinModule('node:fs');
  const { open, rm } = promises;
  const refused = (code) => Promise.reject(
    Object.assign(new Error(code + ': refused by the test, open'), { code, syscall: 'open' }),
  );
  function isFull(path) {
    const [, folder, name] = /^(.*[/]secrets[/])[.]?([a-z0-9]{12}[.]json)/.exec(path) ?? [];
    if (folder === undefined) return false;
    try {
      const { keyStore, state } = JSON.parse(readFileSync(folder + name, 'utf8'));
      return state === full && keyStore !== 'unsettled';
    } catch {
      return false;
    }
  }
  promises.open = (path, flags, mode) =>
    flags === 'wx' && isFull(path) ? refused('ENOSPC') : open(path, flags, mode);
  promises.rm = (path, options) =>
    readOnly && isFull(path) && !path.endsWith('.tmp') ? refused('EROFS') : rm(path, options);
})`;

const BREAK_SYNC = `(function (folder, code, from) {
  const { promises, realpathSync } = process.getBuiltinModule('node:fs');
  const { open } = promises;
  let opened = 0;
  promises.open = async (path, flags, mode) => {
    const file = await open(path, flags, mode);
    if (path === realpathSync(folder) && (opened += 1) >= from) {
      file.sync = () =>
        Promise.reject(Object.assign(new Error(code + ': refused, fsync'), { code, syscall: 'fsync' }));
    }
    return file;
  };
})`;

const BREAK_LOCK = `(function (code) {
  const fs = process.getBuiltinModule('node:fs');
  const { writeFileSync } = fs;
  fs.writeFileSync = (path, ...more) => {
    if (!/[/]secrets[/][a-z0-9]{12}[.]lock$/.test(path)) return writeFileSync(path, ...more);
    throw Object.assign(new Error(code + ': refused by the test, open'), { code, syscall: 'open' });
  };
})`;

const REFUSE_LOCKS = `(function (folder, errcode) {
  const { dirname } = process.getBuiltinModule('node:path');
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (text) {
    if (dirname(this.location()) !== folder) return exec.call(this, text);
    throw Object.assign(new Error('disk I/O error'), { errcode });
  };
})`;

const BREAK_CLOSE = `(function (of) {
  const { promises } = process.getBuiltinModule('node:fs');
  const { open } = promises;
  promises.open = async (path, flags, mode) => {
    const file = await open(path, flags, mode);
    if (!(of === 'file' ? /[/]secrets[/][.]?[a-z0-9]{12}[.]json/ : /[/]secrets$/).test(path)) return file;
    const { close } = file;
    let isClosed = false;
    file.close = async () => {
      await close.call(file);
      if (isClosed) return;
      isClosed = true;
      const facts = { code: 'EIO', syscall: 'close' };
      throw Object.assign(new Error('EIO: refused by the test, close'), facts);
    };
    return file;
  };
})`;

const SEND_SIGNAL = `(function (state, signal) {
  const { promises, readFileSync } = process.getBuiltinModule('node:fs');
  const { rename } = promises;
  promises.rename = async (from, to) => {
    await rename(from, to);
    if (!/[/]secrets[/][a-z0-9]{12}[.]json$/.test(to)) return;
    if (JSON.parse(readFileSync(to, 'utf8')).state !== state) return;
    promises.rename = rename;
    process.kill(process.pid, signal);
  };
})`;
