import { requireRecords, requireRows } from '../../contract/expected-record.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';
import { runAllPages } from '../run-all-pages.ts';
import type { OperationRun } from '../run-operation.ts';

/** One question about a list; a list that is watched may take several. */
export interface ListLook {
  readonly input: Readonly<Record<string, unknown>>;
  /** Pages that are read at most, each as large as the service allows. */
  readonly pagesMax: number;
  /** Whether what it finds beyond other looks is at rest, so that its newest are enough. */
  readonly isOfRest?: boolean;
}

export interface SeenList {
  /** The member of the answers that holds the rows. */
  readonly member: string;
  /** Each row once; those that need somebody first. */
  readonly rows: readonly unknown[];
  /** Whether the service has rows that were not read. */
  readonly isPart: boolean;
  /** Whether such rows may be other than at rest. */
  readonly isBusyPart: boolean;
}

/**
 * Reads a list by several questions at the same time, each within its pages. Throws `Failure`,
 * not_the_service for what is no list of records.
 */
export async function lookAtList(run: OperationRun, looks: readonly ListLook[]): Promise<SeenList> {
  const found = await Promise.all(looks.map((look) => rowsOf(run, look)));
  const rows = new Map<string, unknown>();
  for (const row of found.flatMap((each) => each.rows)) {
    const key = keyOfRow(row);
    if (!rows.has(key)) rows.set(key, row);
  }
  return {
    member: found.find(({ member }) => member !== undefined)?.member ?? 'rows',
    rows: byNeed([...rows.values()]),
    isPart: found.some(({ isPart }) => isPart),
    isBusyPart: found.some(({ isPart }, at) => isPart && looks[at]?.isOfRest !== true),
  };
}

/** What makes two rows the same thing: its `id`, else its `name`. */
export function keyOfRow(row: unknown): string {
  return textOf(row, 'id') ?? textOf(row, 'name') ?? JSON.stringify(row);
}

async function rowsOf(run: OperationRun, { input, pagesMax }: ListLook) {
  const rows: unknown[] = [];
  let member: string | undefined;
  let pages = 0;
  for await (const page of runAllPages({ ...run, input: { ...run.input, ...input } })) {
    pages += 1;
    const listed = requireRows(page.rows?.items, page.response);
    const items = requireRecords(listed, page.response.requestId);
    member ??= page.rows?.member;
    // Not all as arguments of one call: they stand on the stack, which holds fewer.
    for (const row of items) rows.push(row);
    if (pages === pagesMax) return { member, rows, isPart: page.goesOn };
  }
  return { member, rows, isPart: false };
}

/** Who waits, what is away or fails, what is under way, the others; among each other as they came. */
function byNeed(rows: readonly unknown[]): readonly unknown[] {
  const ranked = rows.map((row) => ({ row, rank: rankOf(row) }));
  return ranked.sort((left, right) => left.rank - right.rank).map(({ row }) => row);
}

function rankOf(row: unknown): number {
  const states = [textOf(row, 'state'), textOf(row, 'status')];
  const isAny = (...words: readonly string[]) =>
    states.some((state) => words.includes(state ?? ''));
  const health = (name: string) => Number(memberOf(memberOf(row, 'health'), name) ?? 0);
  if (isAny('needs_input', 'waiting')) return 0;
  if (isAny('offline')) return 1;
  if (health('failing') > 0) return 2;
  if (health('warning') > 0) return 3;
  return isAny('in_progress', 'running', 'queued') ? 4 : 5;
}
