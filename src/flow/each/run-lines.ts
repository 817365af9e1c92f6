import { usageFailure } from '../../contract/failure.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';
import type { SelectedMachine } from './select-machines.ts';
import type { WasSent } from './watched-client.ts';

/** The lines of runs in a file, in their order. */
export interface RunLines {
  readonly rows: readonly RunRow[];
  /** Without those that a run gave back. */
  readonly takes: readonly Take[];
  /** The ids of runs that sent something to every machine they took on, and told of it in another file. */
  readonly done: ReadonlySet<string>;
}

/** What became of a machine. */
export interface RunRow {
  readonly at: number;
  readonly target: SelectedMachine;
  /** `no` also for what the service refused: it surely did not run. */
  readonly sent: WasSent;
  /** Undefined where a version wrote it that named none, and `runMachines` then as well. */
  readonly run: string | undefined;
  /** How many machines the run has. */
  readonly runMachines: number | undefined;
}

/** A run said, before it sent anything, which machines it takes on. */
export interface Take {
  readonly at: number;
  readonly run: string | undefined;
  readonly machines: readonly string[];
  /** Whether its version writes a line of its own where it has sent to all of them. */
  readonly tellsEnd: boolean;
}

/** The line by which a run says, before it sends anything, which machines it takes on. */
export function takenOnLine(run: string, targets: readonly SelectedMachine[]): string {
  const machines = targets.map(({ id }) => id);
  return JSON.stringify({ event: 'taken_on', run, machines, run_machines: machines.length });
}

/** The line by which a run says that it sent something to each machine it took on. */
export function doneLine(run: string): string {
  return JSON.stringify({ event: 'done', run });
}

/** The line by which a run says that it sent nothing to any machine it took on. */
export function givenBackLine(run: string): string {
  return JSON.stringify({ event: 'given_back', run });
}

/**
 * Reads what `fleet each -o jsonl` wrote. The last line of a killed run may break off, and a pipe may write
 * the rest of a row after lines of later runs. Throws `Failure` usage for what is not such a file, and for the
 * lines of another operation.
 */
export function readRunLines(text: string, operation: string): RunLines {
  if (text.startsWith(MARK_OF_UTF16)) throw notSuchFile(IN_UTF16);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const rows: RunRow[] = [];
  const takes: Take[] = [];
  const done = new Set<string>();
  const givenBack = new Set<string>();
  const lateRests = new Set<number>();
  for (const [at, line] of lines.entries()) {
    if (lateRests.has(at)) continue;
    let value = parsed(line);
    if (value === undefined) {
      const late = lateRow(lines, at);
      if (late !== undefined) {
        lateRests.add(late.restAt);
        ({ value } = late);
      } else if (at > 0 && breaksOff(lines[at + 1])) continue;
      else throw notSuchFile(`Line ${at + 1} is not JSON.`);
    }
    const event = textOf(value, 'event');
    if (event === 'taken_on') takes.push(takeIn(value, at, rows));
    else if (event === 'done') done.add(textOf(value, 'run') ?? '');
    else if (event === 'given_back') givenBack.add(textOf(value, 'run') ?? '');
    else rows.push(rowIn(value, at, operation));
  }
  return { rows, takes: takes.filter(({ run }) => !givenBack.has(run ?? '')), done };
}

/** The byte order mark of UTF-16, in either order, as it reads in UTF-8. */
const MARK_OF_UTF16 = '\uFFFD\uFFFD';
const IN_UTF16 = 'It is in UTF-16, as > of Windows PowerShell writes it, and has to be in UTF-8.';

/** Undefined for what is not JSON. */
function parsed(line: string): unknown {
  try {
    // The byte order mark of UTF-8 counts as a blank.
    return JSON.parse(line.trim());
  } catch {
    return undefined;
  }
}

/** Whether a line before this one is the last of a run that was killed: a run that goes on says so first. */
function breaksOff(next: string | undefined): boolean {
  return next === undefined || isEvent(next);
}

/**
 * The row that begins with a line which is not JSON and goes on behind lines of runs, as a pipe leaves it that
 * writes on (`| tee -a`) where a run has looked at the end of the file. Nothing but what is JSON together.
 */
function lateRow(lines: readonly string[], at: number) {
  let restAt = at + 1;
  while (isEvent(lines[restAt])) restAt += 1;
  const rest = lines[restAt];
  if (restAt === at + 1 || rest === undefined) return undefined;
  const value = parsed(`${lines[at]}${rest}`);
  return value === undefined ? undefined : { restAt, value };
}

function isEvent(line: string | undefined): boolean {
  return line !== undefined && textOf(parsed(line), 'event') !== undefined;
}

/** A version that named no machines took on all that were open. */
function takeIn(value: unknown, at: number, before: readonly RunRow[]): Take {
  const listed = memberOf(value, 'machines');
  const machines = Array.isArray(listed)
    ? listed.map(String)
    : before.map(({ target }) => target.id);
  const tellsEnd = memberOf(value, 'run_machines') !== undefined;
  return { at, run: textOf(value, 'run'), machines, tellsEnd };
}

function rowIn(value: unknown, at: number, operation: string): RunRow {
  const id = textOf(value, 'machine');
  const sent = memberOf(value, 'sent');
  if (id === undefined || (sent !== 'yes' && sent !== 'no' && sent !== 'unknown')) {
    throw notSuchFile(`Line ${at + 1} does not say what became of a machine.`);
  }
  const of = textOf(value, 'operation');
  if (of !== operation) {
    throw usageFailure(
      'The earlier run sent another operation',
      `Line ${at + 1} is of ${JSON.stringify(of ?? null)}, and ${JSON.stringify(operation)} is to be sent.`,
    );
  }
  const run = textOf(value, 'run');
  const count = memberOf(value, 'run_machines');
  const runMachines = run !== undefined && typeof count === 'number' ? count : undefined;
  const isRefused = sent === 'yes' && memberOf(value, 'result') === 'refused';
  const target = { id, name: textOf(value, 'name') ?? id };
  return { at, target, sent: isRefused ? 'no' : sent, run, runMachines };
}

/** Gives the error to throw: the file is not of an earlier run. */
export function notSuchFile(detail: string): Error {
  return usageFailure(
    'The file is not of an earlier run',
    detail,
    'It has to be what fleet each wrote to stdout with -o jsonl.',
  );
}
