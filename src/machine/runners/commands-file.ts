import type { FileHandle } from 'node:fs/promises';
import { openRegular } from '../../base/disk/open-regular.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { FileLine } from './report-lines.ts';

/** How often a running program's file is read. */
const POLL_MS = 2_000;

/** So much of the file is taken whole, of each start of the program; what is behind it counts as late. */
const TAKEN_BYTES_MAX = 1024 * 1024;

/** So much of it is read, as the last line says how the job ended. */
const READ_BYTES_MAX = 64 * 1024 * 1024;

/** Read at once; the machine goes on with other work between two of them. */
const PIECE_BYTES = 64 * 1024;

const LINE_BYTES_MAX = 64 * 1024;

/** So much is kept of a line that is too long, whose words still say whether it was to ask or to fail. */
const KEPT_BYTES_MAX = 1024 * 1024;

/** By so much of its beginning, and of what was read last, a file is known again. */
const KNOWN_BYTES = 256;

/** So many of the lines that were skipped are named. */
const PROBLEMS_MAX = 20;

const LINE_END = 0x0a;
const NOTHING = Buffer.alloc(0);

interface CommandsFileOptions {
  readonly path: string;
  /** The user whose file it has to be; undefined for the machine's own. */
  readonly owner: number | undefined;
  readonly clock: Clock;
  /** Takes one line; gives what is wrong with it, or undefined. */
  readonly take: (line: FileLine) => string | undefined;
}

interface ReadToEnd {
  /** What was skipped, and why. */
  readonly problems: readonly string[];
  /** Why not all of it was read; undefined where it was. */
  readonly unread: string | undefined;
}

/**
 * Reads the lines that a program appends to its commands file while it runs. The program may put
 * anything there, also a link or a pipe, which is not read.
 */
export class CommandsFile {
  readonly #options: CommandsFileOptions;
  readonly #problems: string[] = [];
  #unnamed = 0;
  #offset = 0;
  #beginning: Buffer = NOTHING;
  /** What lies before the offset. */
  #readLast: Buffer = NOTHING;
  #bytesRead = 0;
  #line = 0;
  #bytesTaken = 0;
  /** The beginning of a line whose end was not read yet, and its length. */
  #rest: Buffer = NOTHING;
  #restBytes = 0;
  /** Of the last reading: what is in the way while the program runs may be gone at its end. */
  #unread: string | undefined;
  #reading: Promise<void> = Promise.resolve();
  #stopTimer: (() => void) | undefined;

  constructor(options: CommandsFileOptions) {
    this.#options = options;
    this.#readLater();
  }

  /** Reads no more by itself. */
  stop(): void {
    this.#stopTimer?.();
  }

  /** Reads the rest, when the program has ended. */
  async end(): Promise<ReadToEnd> {
    this.stop();
    await this.#read();
    if (this.#restBytes > 0) this.#endLine();
    const problems = [...this.#problems];
    if (this.#unnamed > 0) problems.push(`${this.#unnamed} more lines are skipped`);
    if (this.#bytesTaken > TAKEN_BYTES_MAX) {
      const read = 'of the rest only how it ends, a question and the session are read';
      problems.push(`is longer than ${TAKEN_BYTES_MAX} bytes; ${read}`);
    }
    if (this.#unread !== undefined) problems.push(this.#unread);
    return { problems, unread: this.#unread };
  }

  #readLater(): void {
    this.#stopTimer = this.#options.clock.after(POLL_MS, () => {
      this.#readLater();
      void this.#read();
    });
  }

  #read(): Promise<void> {
    this.#reading = this.#reading
      .then(() => this.#readMore())
      .catch((error: unknown) => `cannot be read: ${String(error)}`)
      .then((unread) => {
        this.#unread = unread;
      });
    return this.#reading;
  }

  /** Gives why not all could be read, if so. */
  async #readMore(): Promise<string | undefined> {
    const file = await openRegular(this.#options.path);
    if (file === undefined) return 'is no regular file any more';
    try {
      const { size, uid } = await file.stat();
      const { owner } = this.#options;
      if (owner !== undefined && uid !== owner) return 'is a file of another user';
      if (size < this.#offset || !(await this.#isAsBefore(file))) this.#beginAnew();
      return await this.#readFrom(file, size);
    } finally {
      await file.close();
    }
  }

  /** Whether it was added to: one that was written anew may begin with the same line. */
  async #isAsBefore(file: FileHandle): Promise<boolean> {
    const known = [
      { bytes: this.#beginning, at: 0 },
      { bytes: this.#readLast, at: this.#offset - this.#readLast.length },
    ];
    for (const { at, bytes } of known) {
      const { buffer } = await file.read(Buffer.alloc(bytes.length), 0, bytes.length, at);
      if (!buffer.equals(bytes)) return false;
    }
    return true;
  }

  /** Of a file that was written anew, as by `>`, and not added to. */
  #beginAnew(): void {
    this.#endLine();
    this.#offset = 0;
    this.#readLast = NOTHING;
    this.#line = 0;
  }

  async #readFrom(file: FileHandle, size: number): Promise<string | undefined> {
    const piece = Buffer.alloc(PIECE_BYTES);
    while (this.#offset < size) {
      const length = Math.min(PIECE_BYTES, size - this.#offset, READ_BYTES_MAX - this.#bytesRead);
      if (length === 0) return `is longer than ${READ_BYTES_MAX} bytes; the rest is not read`;
      const { bytesRead } = await file.read(piece, 0, length, this.#offset);
      if (bytesRead === 0) break;
      const read = piece.subarray(0, bytesRead);
      if (this.#offset === 0) this.#beginning = Buffer.from(read.subarray(0, KNOWN_BYTES));
      this.#readLast = Buffer.concat([this.#readLast, read]).subarray(-KNOWN_BYTES);
      this.#offset += bytesRead;
      this.#bytesRead += bytesRead;
      this.#addLines(read);
    }
    return undefined;
  }

  #addLines(bytes: Buffer): void {
    let from = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, from)) {
      if (end > from) this.#addToLine(bytes.subarray(from, end));
      this.#endLine();
      from = end + 1;
    }
    if (from < bytes.length) this.#addToLine(bytes.subarray(from));
  }

  #addToLine(bytes: Buffer): void {
    this.#restBytes += bytes.length;
    const kept = bytes.subarray(0, KEPT_BYTES_MAX - this.#rest.length);
    this.#rest = Buffer.concat([this.#rest, kept]);
  }

  #endLine(): void {
    const bytes = this.#restBytes;
    const text = bytes === 0 ? '' : this.#rest.toString('utf8').trim();
    const isCut = bytes > this.#rest.length;
    this.#rest = NOTHING;
    this.#restBytes = 0;
    this.#line += 1;
    this.#bytesTaken += bytes + 1;
    if (text === '' && !isCut) return;
    const wrong = bytes > LINE_BYTES_MAX ? `is longer than ${LINE_BYTES_MAX} bytes` : undefined;
    const isLate = this.#bytesTaken > TAKEN_BYTES_MAX;
    const problem = this.#take({ text, wrong, isCut, isLate });
    if (problem === undefined) return;
    if (this.#problems.length >= PROBLEMS_MAX) this.#unnamed += 1;
    else this.#problems.push(`line ${this.#line} ${problem}; it is skipped`);
  }

  /** A line that breaks what takes it, as one nested very deep, takes none of the others with it. */
  #take(line: FileLine): string | undefined {
    try {
      return this.#options.take(line);
    } catch (error) {
      return this.#options.take({ ...line, wrong: `cannot be taken: ${String(error)}` });
    }
  }
}
