/**
 * The environment of a `fleet` for whose journal the disk is full from the moment that an entry is in
 * `state` (in `asking` once its private key is kept); with `readOnly` nothing can be removed either.
 */
export function fullDisk(
  state: 'asking' | 'asked' | 'delivering',
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Readonly<Record<string, string>> {
  const source = `${BREAK_DISK}('${state}', ${readOnly})`;
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
