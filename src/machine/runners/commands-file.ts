import type { FileHandle } from 'node:fs/promises';
import { openRegular } from '../../base/disk/open-regular.ts';
import type { Clock } from '../../base/time/clock.ts';

/** How often a running program's file is read. */
const POLL_MS = 2_000;

/** So much of the file is read, of each start of the program. */
const FILE_BYTES_MAX = 1024 * 1024;

const LINE_BYTES_MAX = 64 * 1024;

/** By so much of its beginning a file is known again. */
const BEGINNING_BYTES = 256;

/** So many of the lines that were skipped are named. */
const PROBLEMS_MAX = 20;

interface CommandsFileOptions {
  readonly path: string;
  /** The user whose file it has to be; undefined for the machine's own. */
  readonly owner: number | undefined;
  readonly clock: Clock;
  /** Takes one line, with why it is not to be read, if so; gives what is wrong with it, or undefined. */
  readonly take: (line: string, wrong: string | undefined) => string | undefined;
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
  #beginning: Buffer = Buffer.alloc(0);
  #bytesRead = 0;
  #line = 0;
  #rest: Buffer = Buffer.alloc(0);
  #isRefused = false;
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

  /** Reads the rest, when the program has ended; gives what was skipped, and why. */
  async end(): Promise<readonly string[]> {
    this.stop();
    await this.#read();
    if (this.#rest.length > 0) this.#take(this.#rest);
    if (this.#unnamed > 0) this.#problems.push(`${this.#unnamed} more lines are skipped`);
    return this.#problems;
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
      .catch((error: unknown) => this.#refuse(`cannot be read: ${String(error)}`));
    return this.#reading;
  }

  async #readMore(): Promise<void> {
    if (this.#isRefused) return;
    const file = await openRegular(this.#options.path);
    if (file === undefined) return this.#refuse('is no regular file any more');
    try {
      const { size, uid } = await file.stat();
      const { owner } = this.#options;
      if (owner !== undefined && uid !== owner) return this.#refuse('is a file of another user');
      if (size < this.#offset || !(await this.#beginsAsBefore(file))) this.#beginAnew();
      await this.#readFrom(file, size);
    } finally {
      await file.close();
    }
  }

  async #beginsAsBefore(file: FileHandle): Promise<boolean> {
    const { length } = this.#beginning;
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.equals(this.#beginning);
  }

  /** Of a file that was written anew, as by `>`, and not added to. */
  #beginAnew(): void {
    this.#take(this.#rest);
    this.#rest = Buffer.alloc(0);
    this.#offset = 0;
    this.#line = 0;
  }

  async #readFrom(file: FileHandle, size: number): Promise<void> {
    const length = Math.min(size - this.#offset, FILE_BYTES_MAX - this.#bytesRead);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, this.#offset);
    if (this.#offset === 0)
      this.#beginning = buffer.subarray(0, Math.min(bytesRead, BEGINNING_BYTES));
    this.#offset += bytesRead;
    this.#bytesRead += bytesRead;
    let rest = Buffer.concat([this.#rest, buffer.subarray(0, bytesRead)]);
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      this.#take(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
    }
    this.#rest = rest;
    if (size > this.#offset && this.#bytesRead >= FILE_BYTES_MAX) {
      this.#refuse(`is longer than ${FILE_BYTES_MAX} bytes; the rest is not read`);
    }
  }

  #take(bytes: Buffer): void {
    this.#line += 1;
    const line = bytes.toString('utf8').trim();
    if (line === '') return;
    const isTooLong = bytes.length > LINE_BYTES_MAX;
    const wrong = isTooLong ? `is longer than ${LINE_BYTES_MAX} bytes` : undefined;
    const problem = this.#options.take(line, wrong);
    if (problem === undefined) return;
    if (this.#problems.length >= PROBLEMS_MAX) this.#unnamed += 1;
    else this.#problems.push(`line ${this.#line} ${problem}; it is skipped`);
  }

  #refuse(why: string): void {
    this.#isRefused = true;
    this.#rest = Buffer.alloc(0);
    this.#problems.push(why);
  }
}
