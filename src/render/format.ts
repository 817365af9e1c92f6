/** How a result becomes text. One file a format; `load-format.ts` finds it by its `-o` name. */
export interface Format {
  /** The whole text of one result, ending with a line end unless it is empty. */
  value(answer: Printable, options: RenderOptions): string | Uint8Array;
  /** Present where rows can be printed as they come, one text a row with its line end. */
  readonly row?: (row: unknown, options: RenderOptions) => string;
}

export interface Printable {
  /** The result, parsed without losing a digit. */
  readonly value: unknown;
  /** The bytes as the service sent them; left out where a query or several pages made the value. */
  readonly bytes?: Uint8Array;
}

export interface RenderOptions {
  /** Whether a person reads: text of a server is then sanitised for a terminal. */
  readonly isTerminal: boolean;
  /** Columns of the terminal; lines that a person reads are cut to it. */
  readonly width: number;
  readonly colour: boolean;
  /** `--columns`: members to show, in order; dots reach inside, as in `link.last_sync_at`. */
  readonly columns?: readonly string[];
  /** `--sort-by`: the member that orders the rows. */
  readonly sortBy?: string;
  /** Milliseconds since the epoch: times are shown relative to it to people. */
  readonly now: number;
}
