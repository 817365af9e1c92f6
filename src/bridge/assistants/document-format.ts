/** Where an entry stands: the member that holds the servers, then the entry's name. */
export type EntryPath = readonly [servers: string, name: string];

/** The members that fleet writes in an entry; others in it are the person's. */
export type EntryMembers = Readonly<Record<string, string | boolean | readonly string[]>>;

/**
 * One format of configuration files. A change touches nothing but the entry: every comment and
 * every other entry stays as it was written.
 */
export interface DocumentFormat {
  /** The document's value; an empty text is an empty object. Throws `DocumentSyntaxError`. */
  read(text: string): unknown;
  /** Adds the entry, or sets these members of it. */
  set(text: string, path: EntryPath, members: EntryMembers): string;
  /** Takes the entry out. */
  remove(text: string, path: EntryPath): string;
}

/** The text is not of its format; line and column count from 1. */
export class DocumentSyntaxError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(line: number, column: number) {
    super(`line ${line}, column ${column}`);
    this.name = 'DocumentSyntaxError';
    this.line = line;
    this.column = column;
  }
}

/** The line end of a text: that of its first line. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  return /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
}
