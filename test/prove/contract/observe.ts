import type { World } from './world.ts';

export type Row = Readonly<Record<string, unknown>>;
export type Input = Readonly<Record<string, unknown>>;

/**
 * Calls an operation to check what another call said; undefined where it is refused. It has a key of
 * its own, since the keys of the cases may send only so much in a minute.
 */
export async function observe(
  world: World,
  operation: string,
  input: Input,
): Promise<Row | undefined> {
  const { status, text } = await world.send({
    method: 'POST',
    path: `/api/v1/tools/${operation}`,
    headers: { authorization: `Bearer ${world.observerKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  return status === 200 ? JSON.parse(text) : undefined;
}

/** The one list in a body. */
export function rowsOf(body: Row): readonly Row[] {
  return (Object.values(body).find(Array.isArray) ?? []) as readonly Row[];
}

/** Some rows of a list from its beginning, or a cursor, and whether these are all. */
export interface Window {
  readonly rows: readonly Row[];
  readonly isWhole: boolean;
}

/** So many pages are looked at: a list may have thousands of rows. */
const PAGES_MAX = 2;
const PAGE_SIZE = 100;

/** The first rows of a list, a large page after the other; undefined where it is refused. */
export async function readWindow(
  world: World,
  operation: string,
  input: Input,
): Promise<Window | undefined> {
  const rows: Row[] = [];
  let next: unknown = input['before'] ?? null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const from = next === null ? {} : { before: next };
    const body = await observe(world, operation, { ...input, limit: PAGE_SIZE, ...from });
    if (body === undefined) return undefined;
    rows.push(...rowsOf(body));
    next = body['next_before'];
    if (next === null) return { rows, isWhole: true };
  }
  return { rows, isWhole: false };
}
