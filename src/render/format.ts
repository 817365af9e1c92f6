/** How a result becomes text. One file a format; `load-format.ts` finds it by its `-o` name. */
export interface Format {
  /** The whole text of one result, ending with a line end unless it is empty. */
  value(answer: Printable, options: RenderOptions): string | Uint8Array;
  /** Present where a long list can be printed page by page, whatever its length. */
  readonly pages?: (options: RenderOptions) => PageWriter | Promise<PageWriter>;
}

/** Makes the text of one list out of its pages, in memory that does not grow with them. */
export interface PageWriter {
  /** The text to write now, with the next page's rows; `answer` is the page they came in. */
  page(rows: readonly unknown[], answer: unknown): string;
  /** What is left to write after the last page. */
  end(): string;
  /** Members that came too late to have a column, in order of appearance. */
  readonly leftOut?: ReadonlySet<string>;
}

export interface Printable {
  /** The result, parsed without losing a digit. */
  readonly value: unknown;
  /** The bytes as the service sent them; left out where a query or several pages made the value. */
  readonly bytes?: Uint8Array;
  /** Whether somebody followed it to here: of a job only the end is told. */
  readonly isEnd?: boolean;
}

export interface RenderOptions {
  /** Whether a person reads: text of a server is then sanitised for a terminal. */
  readonly isTerminal: boolean;
  /** Columns of the terminal; lines that a person reads are cut to it. */
  readonly width: number;
  /** Whether a table is cut to `width` although this is no terminal. */
  readonly cutsLines?: boolean;
  readonly colour: boolean;
  /** `--full`: every member and exact times, whatever the width. */
  readonly isFull?: boolean;
  /** Lines without columns, for a person who listens (`ACCESSIBLE`). */
  readonly isPlain?: boolean;
  /** `--columns`: members to show, in order; dots reach inside, as in `link.last_sync_at`. */
  readonly columns?: readonly string[];
  /** `--sort-by`: the member that orders the rows. */
  readonly sortBy?: string;
  /** Milliseconds since the epoch: times are shown relative to it to people. */
  readonly now: number;
}
