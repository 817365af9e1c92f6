import { usageFailure } from '../../contract/failure.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';
import type { SelectedMachine } from './select-machines.ts';

/** What the lines of an earlier run say. */
export interface EarlierRun {
  /** The machines to which surely nothing was sent, and which no later run has taken on. */
  readonly notSent: readonly SelectedMachine[];
  /** How many other machines there are. */
  readonly othersCount: number;
  /** How many were not sent, and were taken on by a later run. */
  readonly takenOnCount: number;
}

/** The line by which a run says, before it sends anything, which machines it takes on. */
export function takenOnLine(runId: string, machines: readonly SelectedMachine[]): string {
  return JSON.stringify({ event: 'taken_on', run: runId, machines: machines.map(({ id }) => id) });
}

/**
 * Reads what `fleet each -o jsonl` wrote. A machine counts as not sent only where every line about it
 * says so. The last line of a killed run may break off: it says nothing of its machine, which is left alone. Throws
 * `Failure` usage for what is not such a file, and for the lines of another operation.
 */
export function readEarlierRun(text: string, operation: string): EarlierRun {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const open = new Map<string, SelectedMachine>();
  const others = new Set<string>();
  const takenOn = new Set<string>();
  for (const [at, line] of lines.entries()) {
    const row = parsed(line);
    if (row === undefined) {
      if (at > 0 && breaksOff(lines[at + 1])) continue;
      throw notSuchFile(`Line ${at + 1} is not JSON.`);
    }
    if (isTakenOn(row)) {
      for (const id of machinesOf(row) ?? [...open.keys()]) {
        if (open.delete(id)) takenOn.add(id);
      }
      continue;
    }
    const { sent, target } = resultIn(row, at + 1, operation);
    if (sent === 'no' && !others.has(target.id)) open.set(target.id, target);
    if (sent === 'no') continue;
    others.add(target.id);
    open.delete(target.id);
  }
  if (lines.length === 0) throw notSuchFile(EMPTY);
  const takenOnCount = [...takenOn].filter((id) => !open.has(id) && !others.has(id)).length;
  return { notSent: [...open.values()], othersCount: others.size, takenOnCount };
}

/** The usual reason is a shell that opened the file for this run before it was read. */
const EMPTY =
  'It has no lines. Where this run writes to it, use another file, or >> in place of >.';

/** Undefined for what is not JSON. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Whether a line before this one is the last of a run that was killed: a run that goes on says so first. */
function breaksOff(next: string | undefined): boolean {
  return next === undefined || isTakenOn(parsed(next));
}

function isTakenOn(row: unknown): boolean {
  return textOf(row, 'event') === 'taken_on';
}

/** Undefined where a version wrote it that named none: it counts for all. */
function machinesOf(row: unknown): readonly string[] | undefined {
  const machines = memberOf(row, 'machines');
  return Array.isArray(machines) ? machines.map(String) : undefined;
}

function resultIn(row: unknown, number: number, operation: string) {
  const id = textOf(row, 'machine');
  const sent = memberOf(row, 'sent');
  if (id === undefined || (sent !== 'yes' && sent !== 'no' && sent !== 'unknown')) {
    throw notSuchFile(`Line ${number} does not say what became of a machine.`);
  }
  const of = textOf(row, 'operation');
  if (of !== operation) {
    throw usageFailure(
      'The earlier run sent another operation',
      `Line ${number} is of ${JSON.stringify(of ?? null)}, and ${JSON.stringify(operation)} is to be sent.`,
    );
  }
  return { sent, target: { id, name: textOf(row, 'name') ?? id } };
}

function notSuchFile(detail: string): Error {
  return usageFailure(
    'The file is not of an earlier run',
    detail,
    'It has to be what fleet each wrote to stdout with -o jsonl.',
  );
}
