import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openRegular } from '../base/disk/open-regular.ts';
import { ensurePrivateFolder } from '../base/disk/private-folder.ts';
import { replaceFile } from '../base/disk/replace-file.ts';

/** Whose ids: those of two services or two keys never mix. */
export interface LastIdsPlace {
  /** The program's state folder. */
  readonly folder: string;
  /** As `BaseUrl.text`. */
  readonly baseUrl: string;
  /** As `fingerprintOf(key)`. */
  readonly keyFingerprint: string;
}

/** An id that was seen, by what it names. */
type KeptIds = Readonly<Record<string, { readonly id: string; readonly atMs: number }>>;

const BYTES_MAX = 16 * 1024;
const ID_CHARS_MAX = 200;

/** The ids that are kept; none where there is no file of ours. */
export async function readLastIds(place: LastIdsPlace): Promise<KeptIds> {
  try {
    const file = await openRegular(pathOf(place));
    if (file === undefined) return {};
    try {
      const { size } = await file.stat();
      return size > BYTES_MAX ? {} : idsOf(JSON.parse(await file.readFile('utf8')));
    } finally {
      await file.close();
    }
  } catch {
    return {};
  }
}

/**
 * Keeps these ids where they differ from those `before`. Where that is not possible nothing happens:
 * a call has not failed because nobody remembers what it was about.
 */
export async function keepLastIds(
  place: LastIdsPlace,
  ids: KeptIds,
  before: KeptIds,
): Promise<void> {
  const text = `${JSON.stringify(idsOf(ids))}\n`;
  if (text === `${JSON.stringify(before)}\n`) return;
  try {
    await ensurePrivateFolder(folderOf(place));
    await replaceFile(pathOf(place), text, { mode: 0o600 });
  } catch {
    // The next call may have more luck.
  }
}

/** Forgets them, when somebody logs out. */
export async function forgetLastIds(place: LastIdsPlace): Promise<void> {
  await rm(pathOf(place), { force: true }).catch(() => {});
}

function idsOf(value: unknown): KeptIds {
  if (typeof value !== 'object' || value === null) return {};
  const usable = Object.entries(value as KeptIds).filter(
    ([, kept]) =>
      typeof kept?.id === 'string' &&
      kept.id !== '' &&
      kept.id.length <= ID_CHARS_MAX &&
      Number.isFinite(kept.atMs),
  );
  return Object.fromEntries(usable.map(([kind, { id, atMs }]) => [kind, { id, atMs }]));
}

function folderOf({ folder }: LastIdsPlace): string {
  return join(folder, 'last-ids');
}

function pathOf(place: LastIdsPlace): string {
  const owner = createHash('sha256').update(`${place.baseUrl}\n${place.keyFingerprint}`);
  return join(folderOf(place), `${owner.digest('hex')}.json`);
}
