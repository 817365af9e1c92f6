import { beganBefore } from './run-id.ts';
import { notSuchFile, type RunLines, type RunRow, readRunLines, type Take } from './run-lines.ts';
import type { SelectedMachine } from './select-machines.ts';

/** What the lines of earlier runs into a file say, and what is noted of such that were killed. */
export interface EarlierRun {
  /** The machines to which surely nothing was sent, and which no later run has taken on. */
  readonly notSent: readonly SelectedMachine[];
  /** Those to which a run may have sent something, and no line says that one did. They are left alone. */
  readonly unclear: readonly SelectedMachine[];
  /** How many machines of runs have no line and no name here. */
  readonly untoldCount: number;
  /** To how many other machines a line says that something was sent. */
  readonly sentCount: number;
  /** How many were not sent, and were taken on by a later run. */
  readonly takenOnCount: number;
  /** The ids of noted runs of which the file alone tells as much as their notes. */
  readonly toldRuns: ReadonlySet<string>;
}

/** A run into the file that ended without a line about each of its machines. */
export interface NotedRun {
  readonly run: string;
  readonly machines: readonly SelectedMachine[];
}

/**
 * Reads what `fleet each -o jsonl` wrote. A machine counts as not sent only where every run that may have
 * sent to it says that it did not. Throws `Failure` usage for what is not such a file, and for the lines of
 * another operation.
 */
export function readEarlierRun(
  text: string,
  operation: string,
  noted: readonly NotedRun[] = [],
): EarlierRun {
  const lines = readRunLines(text, operation);
  const names = new Map(
    noted.flatMap(({ machines }) => machines.map(({ id, name }) => [id, name])),
  );
  for (const { target } of lines.rows) names.set(target.id, target.name);
  const rowsOf = Map.groupBy(lines.rows, ({ target }) => target.id);
  const runs = machinesOfRuns(lines);
  const { mayBeUntold, untoldCount } = untoldOf(runs, noted);
  const byNote = unclearByNote(rowsOf, noted);
  const takesOf = takesByMachine(lines.takes);
  const left = { notSent: [] as SelectedMachine[], unclear: [] as SelectedMachine[] };
  let [sentCount, takenOnCount] = [0, 0];
  for (const id of new Set([...names.keys(), ...takesOf.keys()])) {
    const rows = rowsOf.get(id) ?? [];
    const target = { id, name: names.get(id) ?? id };
    const taken = (takesOf.get(id) ?? []).filter((take) => !isAnswered(take, rows));
    const isUnclear = taken.some(({ run, tellsEnd }) => tellsEnd && !lines.done.has(run ?? ''));
    if (isUnclear || byNote.has(id)) left.unclear.push(target);
    else if (rows.some(({ sent }) => sent === 'yes')) sentCount += 1;
    else if (rows.some(({ sent }) => sent === 'unknown')) left.unclear.push(target);
    else if (taken.length > 0) takenOnCount += 1;
    else if (mayBeUntold(id)) left.unclear.push(target);
    else if (rows.length > 0) left.notSent.push(target);
  }
  const count = left.unclear.length + untoldCount;
  if (lines.rows.length + lines.takes.length + count === 0) throw notSuchFile(EMPTY);
  const toldRuns = toldOf(runs, noted, byNote);
  return { ...left, untoldCount, sentCount, takenOnCount, toldRuns };
}

/** The usual reason is a shell that opened the file for this run before it was read. */
const EMPTY =
  'It has no lines. Where this run writes to it, use another file, or >> in place of >.';

/** That nothing was sent says a run for itself alone; that something was, no run after it denies. */
function isAnswered({ at, run, tellsEnd }: Take, rows: readonly RunRow[]): boolean {
  if (!tellsEnd) return rows.some((row) => row.at > at);
  return rows.some((row) => row.run === run || (row.at > at && row.sent !== 'no'));
}

function takesByMachine(takes: readonly Take[]): ReadonlyMap<string, readonly Take[]> {
  const takesOf = new Map<string, Take[]>();
  for (const take of takes) {
    for (const id of take.machines) {
      const others = takesOf.get(id);
      if (others === undefined) takesOf.set(id, [take]);
      else others.push(take);
    }
  }
  return takesOf;
}

/** By the ids of runs and not by places in the file, which may have been cut or written anew since. */
function unclearByNote(
  rowsOf: ReadonlyMap<string, readonly RunRow[]>,
  noted: readonly NotedRun[],
): ReadonlySet<string> {
  const unclear = noted.flatMap(({ machines, run }) => {
    const isTold = (row: RunRow): boolean =>
      row.run === run || (row.sent !== 'no' && !beganBefore(row.run, run));
    return machines.map(({ id }) => id).filter((id) => rowsOf.get(id)?.some(isTold) !== true);
  });
  return new Set(unclear);
}

/** Runs of which the file has fewer machines than they had, where no note names the others. */
function untoldOf(runs: MachinesOfRuns, noted: readonly NotedRun[]) {
  const notes = new Map(noted.map(({ machines, run }) => [run, machines]));
  const short = [...runs].flatMap(([run, { count, ids }]) => {
    const all = new Set([...ids, ...(notes.get(run) ?? []).map(({ id }) => id)]);
    return count > all.size ? [{ ids: all, missing: count - all.size }] : [];
  });
  return {
    untoldCount: short.reduce((sum, { missing }) => sum + missing, 0),
    /** A machine that another run did not send to may be among them. */
    mayBeUntold: (id: string): boolean => short.some(({ ids }) => !ids.has(id)),
  };
}

/** By the id of a run, how many machines it had, and those that the file names of it. */
type MachinesOfRuns = Map<string, { count: number; readonly ids: Set<string> }>;

function machinesOfRuns({ rows, takes }: RunLines): MachinesOfRuns {
  const runs: MachinesOfRuns = new Map();
  const add = (run: string | undefined, count: number, ids: readonly string[]): void => {
    if (run === undefined) return;
    const known = runs.get(run) ?? { count: 0, ids: new Set() };
    known.count = Math.max(known.count, count);
    for (const id of ids) known.ids.add(id);
    runs.set(run, known);
  };
  for (const { run, runMachines, target } of rows) add(run, runMachines ?? 0, [target.id]);
  for (const { machines, run, tellsEnd } of takes) if (tellsEnd) add(run, 0, machines);
  return runs;
}

function toldOf(
  runs: MachinesOfRuns,
  noted: readonly NotedRun[],
  unclear: ReadonlySet<string>,
): ReadonlySet<string> {
  const told = noted.filter(({ machines, run }) => {
    const { count, ids } = runs.get(run) ?? { count: 0, ids: new Set() };
    return ids.size >= count && !machines.some(({ id }) => unclear.has(id));
  });
  return new Set(told.map(({ run }) => run));
}
