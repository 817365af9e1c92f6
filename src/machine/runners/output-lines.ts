import type { RunContext } from './runner.ts';
import { readProgressLine } from './shell-syntax.ts';

/** Lines of stdout that are the result where the run wrote no result file. */
const LAST_LINES = 20;

/** Reads the output of a run: reports progress and keeps the last lines. */
export class OutputLines {
  readonly #run: RunContext;
  readonly #hasProgressLines: boolean;
  #out: string[] = [];
  #err = '';

  constructor(run: RunContext, hasProgressLines: boolean) {
    this.#run = run;
    this.#hasProgressLines = hasProgressLines;
  }

  readonly addOut = (line: string): void => {
    const progress = this.#hasProgressLines ? readProgressLine(line) : undefined;
    if (progress !== undefined) this.#run.emit({ kind: 'progress', progress });
    else if (line.trim() !== '') this.#out = [...this.#out, line].slice(-LAST_LINES);
  };

  readonly addErr = (line: string): void => {
    if (line.trim() !== '') this.#err = line.trim();
  };

  /** The last lines of stdout. */
  get last(): readonly string[] {
    return this.#out;
  }

  /** The last line of stderr; '' where there is none. */
  get lastError(): string {
    return this.#err;
  }
}
