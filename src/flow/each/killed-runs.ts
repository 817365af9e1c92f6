import {
  type BigIntStats,
  fstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { memberOf, textOf } from '../../contract/response-member.ts';
import { hashBefore, hasStill, STDOUT_PATH } from './file-tail.ts';
import { beginningOf, type HeldOutput, lockFolder, STDOUT } from './output-lock.ts';
import type { SelectedMachine } from './select-machines.ts';

/** A run that ended without a line about each of its machines. */
interface KilledRun {
  readonly machines: readonly SelectedMachine[];
  /** How many bytes the file had before it; undefined where it does not have them any more. */
  readonly sizeBefore: number | undefined;
  /** Where it is noted. */
  readonly path: string;
}

/**
 * Notes the machines of a run beside the lock of the file that stdout is written to, for as long as the file
 * does not tell what became of each: by its lines nobody sees which ones a killed run would have come to.
 * Gives what takes the note away. Without a note, nothing is kept from running.
 */
export async function noteRun(
  stateFolder: string,
  held: HeldOutput | undefined,
  { machines, runId }: { readonly machines: readonly SelectedMachine[]; readonly runId: string },
): Promise<() => void> {
  if (held?.lockPath === undefined) return () => {};
  try {
    const output = fstatSync(STDOUT, { bigint: true });
    const folder = await lockFolder(stateFolder);
    const path = join(folder, `${noteBeginning(output)}${runId}`);
    const size = Number(output.size);
    const hash = hashBefore(STDOUT_PATH, size);
    const note = { born: bornAt(output), size_before: size, hash_before: hash, machines };
    writeFileSync(path, JSON.stringify(note), { mode: 0o600, flag: 'wx' });
    return () => remove(path);
  } catch {
    return () => {};
  }
}

/** The runs into a file that were killed, where none goes on. Throws what keeps the state folder from being used. */
export async function killedRuns(path: string, stateFolder: string): Promise<readonly KilledRun[]> {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (file === undefined) return [];
  const notes = notesOf(file, await lockFolder(stateFolder));
  return notes.flatMap((note) => readNote(note, { path, born: bornAt(file) }));
}

/**
 * The machines of killed runs of which the file has no line since: something may have been sent to them. Where
 * it was cut or written anew, so that no line is surely a later one, those of which none says that something
 * was sent. A run that leaves none is forgotten.
 */
export function unclearMachines(
  text: string,
  runs: readonly KilledRun[],
): readonly SelectedMachine[] {
  const lastAt = new Map<string, number>();
  const sent = new Set<string>();
  let at = 0;
  for (const line of runs.length === 0 ? [] : text.split('\n')) {
    const row = parsed(line);
    const machine = textOf(row, 'machine');
    if (machine !== undefined) lastAt.set(machine, at);
    if (machine !== undefined && memberOf(row, 'sent') !== 'no') sent.add(machine);
    at += Buffer.byteLength(line) + 1;
  }
  const isTold = (id: string, sizeBefore: number | undefined): boolean =>
    sizeBefore === undefined ? sent.has(id) : (lastAt.get(id) ?? -1) >= sizeBefore;
  const unclear = new Map<string, SelectedMachine>();
  for (const { machines, path, sizeBefore } of runs) {
    const left = machines.filter(({ id }) => !isTold(id, sizeBefore));
    if (left.length === 0) remove(path);
    for (const machine of left) unclear.set(machine.id, machine);
  }
  return [...unclear.values()];
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Nothing for a note that broke off, as its run sent nothing, and for one of an earlier file of this number. */
function readNote(
  path: string,
  file: { readonly path: string; readonly born: string },
): readonly KilledRun[] {
  try {
    const note: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (textOf(note, 'born') !== file.born) return [];
    const listed = memberOf(note, 'machines');
    const machines = (Array.isArray(listed) ? listed : []).map((machine: unknown) => {
      const id = textOf(machine, 'id') ?? '';
      return { id, name: textOf(machine, 'name') ?? id };
    });
    const size = Number(memberOf(note, 'size_before'));
    const isThere = hasStill(file.path, size, textOf(note, 'hash_before'));
    return [{ path, machines, sizeBefore: isThere ? size : undefined }];
  } catch {
    return [];
  }
}

/** Its number on the disk may be given to another file when it is removed. */
function bornAt({ birthtimeNs }: BigIntStats): string {
  return String(birthtimeNs);
}

function notesOf(file: BigIntStats, folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => name.startsWith(noteBeginning(file)));
  return names.map((name) => join(folder, name));
}

function noteBeginning(file: BigIntStats): string {
  return `run-${beginningOf(file)}`;
}

function remove(path: string): void {
  rmSync(path, { force: true });
}
