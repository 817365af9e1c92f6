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
import type { NotedRun } from './earlier-run.ts';
import { beginningOf, type HeldOutput, lockFolder, STDOUT } from './output-lock.ts';

/** A run that ended without a line about each of its machines. */
interface KilledRun extends NotedRun {
  forget(): void;
}

/**
 * Notes the machines of a run beside the lock of the file that stdout is written to, for as long as the file
 * does not tell what became of each: it has their names also where it had no line before.
 * Gives what takes the note away. Without a note, nothing is kept from running.
 */
export async function noteRun(
  stateFolder: string,
  held: HeldOutput | undefined,
  { machines, run }: NotedRun,
): Promise<() => void> {
  if (held?.lockPath === undefined) return () => {};
  try {
    const output = fstatSync(STDOUT, { bigint: true });
    const folder = await lockFolder(stateFolder);
    const path = join(folder, `${noteBeginning(output)}${run}`);
    const note = { born: bornAt(output), machines };
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
  const folder = await lockFolder(stateFolder);
  const beginning = noteBeginning(file);
  const names = readdirSync(folder).filter((name) => name.startsWith(beginning));
  return names.flatMap((name) => {
    const note = join(folder, name);
    const machines = machinesIn(note, bornAt(file));
    return machines === undefined
      ? []
      : [{ run: name.slice(beginning.length), machines, forget: () => remove(note) }];
  });
}

/** Undefined for a note that broke off, as its run sent nothing, and for one of an earlier file of this number. */
function machinesIn(path: string, born: string): NotedRun['machines'] | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (textOf(note, 'born') !== born) return undefined;
    const listed = memberOf(note, 'machines');
    return (Array.isArray(listed) ? listed : []).map((machine: unknown) => {
      const id = textOf(machine, 'id') ?? '';
      return { id, name: textOf(machine, 'name') ?? id };
    });
  } catch {
    return undefined;
  }
}

/** Its number on the disk may be given to another file when it is removed. */
function bornAt({ birthtimeNs }: BigIntStats): string {
  return String(birthtimeNs);
}

function noteBeginning(file: BigIntStats): string {
  return `run-${beginningOf(file)}`;
}

function remove(path: string): void {
  rmSync(path, { force: true });
}
