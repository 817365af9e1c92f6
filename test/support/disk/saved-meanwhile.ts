import { onTestFinished } from 'vitest';

/**
 * Has somebody else save a file, as editors do, while a new one is written beside it: as its bytes go to the disk,
 * which takes long enough on a slow one. Each of `texts` is saved once. Gives what takes it back.
 */
async function saveMeanwhile(path: string, texts: string[]): Promise<() => void> {
  const { readdirSync, renameSync, statSync, writeFileSync } = process.getBuiltinModule('node:fs');
  const { open } = process.getBuiltinModule('node:fs/promises');
  const { basename, dirname, join } = process.getBuiltinModule('node:path');
  const isStaged = (name: string) =>
    name.includes(`${basename(path)}.`) &&
    name.endsWith('.tmp') &&
    statSync(join(dirname(path), name)).size > 0;
  const file = await open(process.execPath);
  const files = Object.getPrototypeOf(file);
  await file.close();
  const { sync } = files;
  files.sync = async function syncLater() {
    const text = readdirSync(dirname(path)).some(isStaged) ? texts.shift() : undefined;
    if (text !== undefined) {
      writeFileSync(`${path}~`, text, { mode: 0o600 });
      renameSync(`${path}~`, path);
    }
    await sync.call(this);
  };
  return () => {
    files.sync = sync;
  };
}

/** The environment of a `fleet` that this happens to. */
export function savedMeanwhile(path: string, texts: readonly string[]) {
  const source = `await (${saveMeanwhile})(${JSON.stringify(path)}, ${JSON.stringify(texts)});`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
}

/** The same in this process, until the test ends. */
export async function saveInThisProcess(path: string, texts: readonly string[]): Promise<void> {
  onTestFinished(await saveMeanwhile(path, [...texts]));
}
