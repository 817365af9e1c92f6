import type { JsonObject } from '../../base/json/object.ts';

/** What a person looks for in records of one kind, in lists and in one of them. */
export interface View {
  /**
   * Whether a record looks like one of this kind. Services may leave members out: what is missing is
   * not shown, and what looks like nothing known is shown by rule.
   */
  fits(record: JsonObject): boolean;
  readonly columns: readonly Column[];
  card(record: JsonObject, now: number): Card;
}

/** A column of a list. Its texts are as the service sent them; whoever prints them sanitises. */
export interface Column {
  readonly head: string;
  cell(record: JsonObject, now: number): string;
  /** The word that gives the cell its colour; none without it. */
  readonly state?: (record: JsonObject) => string;
  /** As the width shrinks the column with the largest number goes; one with 0 never does. */
  readonly goes: number;
  /** Columns it takes at most; 24 without it. */
  readonly widthMax?: number;
  /** Whether it takes the width that the others leave: the title or question. */
  readonly takesRest?: boolean;
}

/** One record for a person: its state and title in a line, then what tells most first. */
export interface Card {
  /** The state as the service wrote it; it gives the colour. */
  readonly state: string;
  readonly title: string;
  readonly parts: readonly Part[];
}

/** What a card says below its first line; one without anything to say is left out. */
export type Part = FactPart | TextPart | LinesPart | TablePart | ActionsPart;

/** A short value beside its label. */
export interface FactPart {
  readonly label: string;
  readonly value: string;
}

/** A text of several sentences, of which the first lines are shown. */
export interface TextPart {
  readonly text: string;
  readonly linesMax: number;
}

/** A list, a line each. */
export interface LinesPart {
  readonly label: string;
  readonly lines: readonly string[];
  /** How many are shown; 10 without it. */
  readonly linesMax?: number;
  /** Whether the newest stand at the end, and so the first are left out; else the last are. */
  readonly isNewestLast?: boolean;
}

/** Records, each a line of columns. */
export interface TablePart {
  readonly label: string;
  readonly rows: readonly JsonObject[];
  readonly columns: readonly Column[];
  /** How many are shown; 10 without it. */
  readonly linesMax?: number;
}

/** What a person may do something about, each with the command to paste. */
export interface ActionsPart {
  readonly label: string;
  /** A state word that gives the label its colour. */
  readonly state: string;
  readonly lines: readonly ActionLine[];
  /** Lines that a text beside its command takes at most; 1 without it. */
  readonly textLinesMax?: number;
  /** How many there are besides, and what shows them. */
  readonly more?: { readonly count: number; readonly command: string } | undefined;
}

export interface ActionLine {
  readonly text: string;
  /** Where and when; the first to go as the width shrinks. */
  readonly where: string;
  /** Always whole. */
  readonly command: string;
}
