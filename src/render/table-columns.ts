import { isJsonObject } from '../base/json/lossless.ts';
import { columnsToSee, memberAt } from './rows.ts';
import { textWidth, widest } from './text-width.ts';

const GAP_WIDTH = 2;
const COLUMN_WIDTH_MIN = 16;
const COLUMN_WIDTH_MAX = 60;
/** Rows that decide how wide a column is. */
const ROWS_MEASURED_MAX = 1000;

interface ShownColumn {
  readonly index: number;
  readonly head: string;
  readonly width: number;
}

/**
 * The columns of rows, those that tell a person most first: plain values, then ids of other things,
 * then nested values, and at last an id whose name has a column of its own (`machine_name`). When
 * something began stands right after its state. Items of lists stay in the order they were asked
 * for. What does not fit on a terminal is dropped from the end.
 */
export function columnsForPeople(rows: readonly unknown[]): readonly string[] {
  const names = columnsToSee(rows);
  if (rows.every(Array.isArray)) return names;
  const rank = (name: string): number => {
    if (names.includes(`${name}_name`)) return 3;
    const values = rows.map((row) => memberAt(row, name) ?? null);
    if (values.some(isNested)) return 2;
    return name.endsWith('_id') || (name !== 'id' && areIds(values)) ? 1 : 0;
  };
  const ranked = names.map((name) => ({ name, rank: rank(name) }));
  return withBeginning(
    ranked.toSorted((left, right) => left.rank - right.rank).map(({ name }) => name),
  );
}

const STATES = ['state', 'status'];
const BEGINNINGS = ['created_at', 'opened_at', 'received_at'];

function withBeginning(names: readonly string[]): readonly string[] {
  const beginning = names.find((name) => BEGINNINGS.includes(name));
  const others = names.filter((name) => name !== beginning);
  const at = others.findIndex((name) => STATES.includes(name));
  return beginning === undefined || at === -1 ? names : others.toSpliced(at + 1, 0, beginning);
}

/** The form of the service's ids, as `job_38ftrj3c400`. */
const ID_SHAPE = /^[a-z]{3}_[0-9a-z]{11}$/;

function areIds(values: readonly unknown[]): boolean {
  const present = values.filter((value) => value !== null);
  return (
    present.length > 0 &&
    present.every((value) => typeof value === 'string' && ID_SHAPE.test(value))
  );
}

function isNested(value: unknown): boolean {
  return Array.isArray(value) || isJsonObject(value);
}

/**
 * Which columns are shown and how wide, so that a row fits in `widthMax`: empty ones are left out,
 * the widest are cut first, and then the last ones are dropped. With `keepsAll` none is left out.
 */
export function fitColumns(
  heads: readonly string[],
  cells: readonly (readonly string[])[],
  limits: { readonly widthMax: number; readonly keepsAll: boolean },
): { readonly shown: readonly ShownColumn[]; readonly isCut: boolean } {
  const measured = cells.slice(0, ROWS_MEASURED_MAX);
  const isBounded = Number.isFinite(limits.widthMax);
  const all = heads.map((head, index) => {
    const contentWidth = widest(measured.map((row) => row[index] ?? ''));
    const width = Math.max(textWidth(head), contentWidth);
    return {
      index,
      head,
      isEmpty: contentWidth === 0 && cells.every((row) => (row[index] ?? '') === ''),
      width: isBounded ? Math.min(width, COLUMN_WIDTH_MAX) : Number.POSITIVE_INFINITY,
    };
  });
  const useful = limits.keepsAll ? all : all.filter(({ isEmpty }) => !isEmpty);
  const columns = useful.length > 0 ? useful : all;
  if (!isBounded) return { shown: columns, isCut: false };
  return limits.keepsAll
    ? { shown: shrink(columns, limits.widthMax), isCut: false }
    : dropAndShrink(columns, limits.widthMax);
}

function dropAndShrink(columns: readonly ShownColumn[], widthMax: number) {
  let kept = columns;
  // The `…` that stands for dropped columns takes a column of its own.
  const room = () => (kept.length < columns.length ? widthMax - GAP_WIDTH - 1 : widthMax);
  while (kept.length > 1 && leastWidth(kept) > room()) kept = kept.slice(0, -1);
  return { shown: shrink(kept, room()), isCut: kept.length < columns.length };
}

function leastWidth(columns: readonly ShownColumn[]): number {
  const widths = columns.map(({ width }) => Math.min(width, COLUMN_WIDTH_MIN));
  return total(widths);
}

/** Cuts the widest columns to one width at which all fit, but not below the least width. */
function shrink(columns: readonly ShownColumn[], widthMax: number): readonly ShownColumn[] {
  let cap = COLUMN_WIDTH_MAX;
  const widths = () => columns.map(({ width }) => Math.min(width, cap));
  while (cap > COLUMN_WIDTH_MIN && total(widths()) > widthMax) cap -= 1;
  return columns.map((column) => ({ ...column, width: Math.min(column.width, cap) }));
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP_WIDTH * (widths.length - 1);
}
