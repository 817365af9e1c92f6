import type { ProgressStep } from '../jobs/job-event.ts';
import type { RunContext } from './runner.ts';
import { PROGRESS_PREFIX, readProgressLine } from './shell-syntax.ts';

/** Lines of stdout that are the result where the run wrote no result file. */
const LAST_LINES = 20;

/** So much progress is reported in a second, then the newest alone of what comes: a timeline keeps no more. */
const PROGRESS_A_SECOND = 200;

/** Of a longer line the beginning is kept, and it is no progress. */
const LINE_CHARS_MAX = 16 * 1024;

/**
 * Reads the output of a run: reports progress and keeps the last lines. It looks from the end, so that
 * the work does not grow with the number of lines, of which a program may write millions.
 */
export class OutputLines {
  readonly #run: Pick<RunContext, 'clock' | 'emit'>;
  readonly #hasProgressLines: boolean;
  #out: string[] = [];
  #err = '';
  /** What is wrong with the first line of progress that is not valid, and how many there were. */
  #broken = { first: '', count: 0 };
  /** When the present second of progress began, and how much it had. */
  #second = { startMs: 0, progress: 0 };

  constructor(run: Pick<RunContext, 'clock' | 'emit'>, hasProgressLines: boolean) {
    this.#run = run;
    this.#hasProgressLines = hasProgressLines;
  }

  readonly addOut = (lines: string): void => {
    const progressMax = this.#hasProgressLines ? this.#progressLeft() : 0;
    for (const progress of progressOf(lines, progressMax)) {
      if (typeof progress === 'string') {
        const { count, first } = this.#broken;
        this.#broken = { first: count === 0 ? progress : first, count: count + 1 };
        continue;
      }
      this.#second.progress += 1;
      this.#run.emit({ kind: 'progress', progress });
    }
    const last = this.#lastOf(lines, LAST_LINES + progressMax);
    if (last.length > 0) this.#out = [...this.#out, ...last].slice(-LAST_LINES);
  };

  readonly addErr = (lines: string): void => {
    const [line] = linesFromEnd(lines);
    if (line !== undefined) this.#err = line.trim();
  };

  #progressLeft(): number {
    const now = this.#run.clock.now();
    const passedMs = now - this.#second.startMs;
    if (passedMs < 0 || passedMs >= 1000) this.#second = { startMs: now, progress: 0 };
    return Math.max(1, PROGRESS_A_SECOND - this.#second.progress);
  }

  /** The last of the lines that are no progress, of so many that are looked at. */
  #lastOf(lines: string, lookedMax: number): string[] {
    const last: string[] = [];
    let looked = 0;
    for (const line of linesFromEnd(lines)) {
      looked += 1;
      if (last.length === LAST_LINES || looked > lookedMax) break;
      if (this.#hasProgressLines && typeof readProgressLine(line) === 'object') continue;
      last.unshift(line);
    }
    return last;
  }

  /** What is wrong with the lines of progress that are not valid; undefined where all are. */
  get progressProblem(): string | undefined {
    const { count, first } = this.#broken;
    if (count === 0) return undefined;
    const more = count === 1 ? '' : ` (and ${count - 1} more)`;
    return `::progress: ${first}; that line of stdout is skipped${more}`;
  }

  /** The last lines of stdout. */
  get last(): readonly string[] {
    return this.#out;
  }

  /** The last line of stderr; '' where there is none. */
  get lastError(): string {
    return this.#err;
  }
}

/** The newest progress of the lines, oldest first; of a line that is not valid, why. */
function progressOf(lines: string, progressMax: number): (ProgressStep | string)[] {
  const found: (ProgressStep | string)[] = [];
  let end = lines.length;
  for (let looked = 0; looked < progressMax && end >= 0; looked += 1) {
    const before = end === 0 ? -1 : lines.lastIndexOf(`\n${PROGRESS_PREFIX}`, end - 1);
    if (before < 0 && !lines.startsWith(PROGRESS_PREFIX)) break;
    const line = lineAt(lines, before + 1);
    const progress = line.length < LINE_CHARS_MAX ? readProgressLine(line) : 'is too long';
    if (progress !== undefined) found.unshift(progress);
    end = before;
  }
  return found;
}

/** Lines that are not blank, the last one first; one that is too long says that it is cut. */
function* linesFromEnd(lines: string): Generator<string> {
  let rest = lines.trimEnd();
  while (rest !== '') {
    const start = rest.lastIndexOf('\n') + 1;
    yield withinLimit(lineAt(lines, start));
    rest = rest.slice(0, start).trimEnd();
  }
}

function withinLimit(line: string): string {
  if (line.length < LINE_CHARS_MAX) return line;
  // What comes next may be the other half of a character.
  const start = line.slice(0, LINE_CHARS_MAX).replace(/[\uD800-\uDBFF]$/, '');
  return `${start} [the rest of this line is left out]`;
}

/** The line that begins at `start`, without its end. */
function lineAt(lines: string, start: number): string {
  const end = lines.indexOf('\n', start);
  return lines.slice(start, end < 0 ? lines.length : end).replace(/\r$/, '');
}
