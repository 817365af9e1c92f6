import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensurePrivateFolder } from '../../base/disk/private-folder.ts';
import { replaceFile } from '../../base/disk/replace-file.ts';
import type { SkillFile, Skills } from './skill-file.ts';

/** Whose skills a folder was last made equal to. */
export interface MarkPlace {
  readonly stateFolder: string;
  readonly baseUrl: string;
  readonly machine: string;
  /** Absolute. */
  readonly folder: string;
}

/** By skill, a hash of the text that folder and machine had in common when they last met. */
type SyncMarks = ReadonlyMap<string, string>;

/** The marks of a folder and a machine; none where they cannot be read, which only costs a question. */
export async function readMarks(place: MarkPlace): Promise<SyncMarks> {
  try {
    const marks: unknown = JSON.parse(await readFile(pathOf(place), 'utf8'));
    if (typeof marks !== 'object' || marks === null) return new Map();
    const texts = Object.entries(marks).filter((entry) => typeof entry[1] === 'string');
    return new Map(texts);
  } catch {
    return new Map();
  }
}

/**
 * Stores the texts that folder and machine have in common now. Where that does not go, a later pull
 * asks once more, so nothing is thrown.
 */
export async function keepMarks(place: MarkPlace, common: Skills): Promise<void> {
  const all = new Map(await readMarks(place));
  for (const [skill, file] of common) {
    if (file.kind === 'text') all.set(skill, hashOf(file.content));
  }
  try {
    await ensurePrivateFolder(join(place.stateFolder, 'skills'));
    const text = `${JSON.stringify(Object.fromEntries(all))}\n`;
    await replaceFile(pathOf(place), text, { mode: 0o600 });
  } catch {
    // As without marks.
  }
}

/** Whether a file may have been changed since folder and machine had it in common. */
export function isChangedHere(skill: string, file: SkillFile, marks: SyncMarks): boolean {
  return file.kind !== 'text' || marks.get(skill) !== hashOf(file.content);
}

/** Whether a file is surely another than when folder and machine last had it in common. */
export function isChangedSince(
  skill: string,
  file: SkillFile | undefined,
  marks: SyncMarks,
): boolean {
  return marks.has(skill) && file !== undefined && isChangedHere(skill, file, marks);
}

function pathOf({ baseUrl, folder, machine, stateFolder }: MarkPlace): string {
  const name = hashOf(JSON.stringify([baseUrl, machine, folder])).slice(0, 32);
  return join(stateFolder, 'skills', `${name}.json`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
