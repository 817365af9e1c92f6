import { deniesSuccess, type ReportedLine, readReportedLine } from './reported-line.ts';
import type { RunContext } from './runner.ts';

/** A line of a commands file as it was read. */
export interface FileLine {
  /** Its beginning, where it is too long to be kept. */
  readonly text: string;
  /** Why it is not to be taken; undefined where it may be. */
  readonly wrong: string | undefined;
  /** Whether `text` is not all of it. */
  readonly isCut: boolean;
  /** Whether so much was read before it that no more progress and links are taken. */
  readonly isLate: boolean;
}

/**
 * The line of a commands file that says how the job goes on, or why it is not known that it is done
 * (`wrong`); undefined where none did.
 */
export type LastWord =
  | Extract<ReportedLine, { kind: 'ask' | 'finish' | 'fail' }>
  | { readonly kind: 'wrong'; readonly value: string }
  | undefined;

/** The words of all lines that count also when they are late. Most lines have none, and are not parsed then. */
const LATE_WORDS = /\b(?:ask|fail|finish|outcome|session)["']?\s*:/;

/** So many late lines are parsed: a program may write millions, each of which takes its time. */
const LATE_LINES_MAX = 50_000;

/** Reports lines of a commands file as events of the job, and keeps the one that ends the run. */
export function reportLines(run: RunContext) {
  let lastWord: LastWord;
  let lastQuestion: string | undefined;
  let lateSession: string | undefined;
  let lateLines = 0;

  const report = (line: ReportedLine, isLate: boolean): void => {
    if (line.kind === 'ask') lastQuestion = line.value.text;
    if (line.kind === 'ask' || line.kind === 'finish' || line.kind === 'fail') lastWord = line;
    else if (isLate) {
      if (line.kind === 'session') lateSession = line.value;
    } else if (line.kind === 'session') run.advance({ ...run.session, id: line.value });
    else if (line.kind === 'progress') run.emit({ kind: 'progress', progress: line.value });
    else if (line.kind === 'link') run.emit({ kind: 'link', link: line.value });
    else {
      const { cost_usd: costUsd, input_tokens, output_tokens } = line.value;
      const spend = { costUsd, inputTokens: input_tokens, outputTokens: output_tokens };
      run.emit({ kind: 'spend', spend });
    }
  };

  return {
    /** Takes a line; gives what is wrong with it, or undefined. */
    take({ isCut, isLate, text, wrong }: FileLine): string | undefined {
      if (isLate) {
        if (!isCut && !LATE_WORDS.test(text)) return undefined;
        lateLines += 1;
        if (lateLines > LATE_LINES_MAX) return undefined;
      }
      const line = wrong ?? readReportedLine(text, run.scrub);
      if (typeof line !== 'string') {
        report(line, isLate);
        return undefined;
      }
      if (isCut || deniesSuccess(text)) {
        const value = `what it asks or says of its failure in FLEET_COMMANDS_FILE cannot be read (${line})`;
        lastWord = { kind: 'wrong', value };
      }
      return line;
    },
    /** What is told of a question that a line after it, of how the job ended, took the place of; undefined where none did. */
    get unaskedProblem(): string | undefined {
      const isOver = lastWord?.kind === 'finish' || lastWord?.kind === 'fail';
      if (lastQuestion === undefined || !isOver) return undefined;
      return `FLEET_COMMANDS_FILE: a question was not asked, since a later line says how the job ended: ${run.scrub(lastQuestion)}`;
    },
    /**
     * How the run ended by its file. What was not read of that, where `unread` says so, may take back
     * that it is done, and nothing else.
     */
    end(unread: string | undefined): LastWord {
      // Kept once, since each time is a write to the disk, and there may be millions.
      if (lateSession !== undefined) run.advance({ ...run.session, id: lateSession });
      const isDone =
        lastWord === undefined || (lastWord.kind === 'finish' && lastWord.value.outcome === 'done');
      const tooMany = `has more than ${LATE_LINES_MAX} lines behind its first MiB that may end the job`;
      const why = unread ?? (lateLines > LATE_LINES_MAX ? tooMany : undefined);
      if (why === undefined || !isDone) return lastWord;
      const value = `FLEET_COMMANDS_FILE ${why}: whether it asks or failed there is not known`;
      return { kind: 'wrong', value };
    },
  };
}
