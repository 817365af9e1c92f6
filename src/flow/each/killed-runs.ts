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
import { beginningOf, type HeldOutput, lockFolder, STDOUT } from './output-lock.ts';
import type { SelectedMachine } from './select-machines.ts';

/** A run that ended without a line about each of its machines. */
interface KilledRun {
  readonly machines: readonly SelectedMachine[];
  /** How many bytes the file had before it. */
  readonly sizeBefore: number;
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
    const note = { born: bornAt(output), size_before: Number(output.size), machines };
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
  return notes.flatMap((note) => readNote(note, bornAt(file)));
}

/**
 * The machines of killed runs of which the file has no line since: something may have been sent to them. A
 * run whose machines all have one is forgotten.
 */
export function unclearMachines(
  text: string,
  runs: readonly KilledRun[],
): readonly SelectedMachine[] {
  const lastAt = new Map<string, number>();
  let at = 0;
  for (const line of runs.length === 0 ? [] : text.split('\n')) {
    const machine = machineIn(line);
    if (machine !== undefined) lastAt.set(machine, at);
    at += Buffer.byteLength(line) + 1;
  }
  const unclear = new Map<string, SelectedMachine>();
  for (const { machines, path, sizeBefore } of runs) {
    const left = machines.filter(({ id }) => (lastAt.get(id) ?? -1) < sizeBefore);
    if (left.length === 0) remove(path);
    for (const machine of left) unclear.set(machine.id, machine);
  }
  return [...unclear.values()];
}

function machineIn(line: string): string | undefined {
  try {
    return textOf(JSON.parse(line), 'machine');
  } catch {
    return undefined;
  }
}

/** Nothing for a note that broke off, as its run sent nothing, and for one of an earlier file of this number. */
function readNote(path: string, born: string): readonly KilledRun[] {
  try {
    const note: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (textOf(note, 'born') !== born) return [];
    const listed = memberOf(note, 'machines');
    const machines = (Array.isArray(listed) ? listed : []).map((machine: unknown) => {
      const id = textOf(machine, 'id') ?? '';
      return { id, name: textOf(machine, 'name') ?? id };
    });
    return [{ path, machines, sizeBefore: Number(memberOf(note, 'size_before')) }];
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
