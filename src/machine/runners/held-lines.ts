import { CUT_SECRET_BYTES_MAX } from '../jobs/truncate-text.ts';
import type { Scrub } from '../secrets/scrub.ts';

/** So many digits a line of base64 has at least where there are several. */
const DIGITS_MIN = 60;

/** Of more lines in a row, the last ones alone stay: the others cannot be a part of the same secret. */
const HELD_CHARS_MAX = 2 * CUT_SECRET_BYTES_MAX;

/**
 * Holds back the lines at the end of what has come that end as base64 in several lines does, until another line has
 * come: a secret across them is found in all of them together alone. What was held is given scrubbed.
 */
export class HeldLines {
  readonly #scrub: Scrub;
  #held = '';
  #run = 0;

  constructor(scrub: Scrub) {
    this.#scrub = scrub;
  }

  /** Which run of lines is held; undefined where none is. */
  get run(): number | undefined {
    return this.#held === '' ? undefined : this.#run;
  }

  /** Takes whole lines, each with its end, and gives what can be passed on. */
  take(lines: string): string {
    const start = startOfRun(lines);
    if (start === 0) {
      this.#held += lines;
      return this.#surplus();
    }
    const ready = this.release(lines.slice(0, start));
    this.#held = lines.slice(start);
    this.#run += 1;
    return ready;
  }

  /** Gives what is held, and `rest` after it. */
  release(rest = ''): string {
    if (this.#held === '') return rest;
    const scrubbed = this.#scrub(this.#held + rest);
    this.#held = '';
    return scrubbed;
  }

  #surplus(): string {
    if (this.#held.length <= HELD_CHARS_MAX) return '';
    const scrubbed = this.#scrub(this.#held);
    const kept = Math.max(0, scrubbed.length - CUT_SECRET_BYTES_MAX);
    this.#held = scrubbed.slice(kept);
    return scrubbed.slice(0, kept);
  }
}

/** Where the lines at the end that each end in digits of base64 begin. */
function startOfRun(lines: string): number {
  let start = lines.length;
  while (start > 0) {
    const end = start >= 2 && lines[start - 2] === '\r' ? start - 2 : start - 1;
    // Looked at from its end: what a line has before may be of any length.
    if (!BASE64_END.test(lines.slice(Math.max(0, end - DIGITS_MIN), end))) return start;
    start = lines.lastIndexOf('\n', end - 1) + 1;
  }
  return 0;
}

const BASE64_END = new RegExp(`^[\\w+/-]{${DIGITS_MIN}}$`);
