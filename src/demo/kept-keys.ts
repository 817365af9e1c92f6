import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readTextFile } from '../base/disk/read-text-file.ts';
import { replaceFile } from '../base/disk/replace-file.ts';
import { isObject } from '../base/json/object.ts';

const FILE = 'keys.json';
const NAMES = ['read', 'run', 'admin'] as const;

/** A key of each scope. */
export type DemoKeys = Readonly<Record<(typeof NAMES)[number], string>>;

/** The keys of an earlier start in this folder, which may be valid no longer; undefined where none are kept. */
export function readKeptKeys(folder: string): DemoKeys | undefined {
  try {
    const kept: unknown = JSON.parse(readTextFile(join(folder, FILE), 'regular'));
    const isWhole = isObject(kept) && NAMES.every((name) => typeof kept[name] === 'string');
    return isWhole ? (kept as DemoKeys) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps them for the next start, as the tokens of the machines are. Rejects with the error of the file system. */
export async function keepKeys(folder: string, keys: DemoKeys): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await replaceFile(join(folder, FILE), `${JSON.stringify(keys)}\n`, { mode: 0o600 });
}
