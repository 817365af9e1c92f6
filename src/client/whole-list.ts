import type { AdviceStep } from '../contract/advice-step.ts';
import { requireRows } from '../contract/expected-record.ts';
import { Failure } from '../contract/failure.ts';
import { type PageCursor, pagesOf } from './pages.ts';
import type { FleetResponse } from './response.ts';

/** Of a list that is needed as a whole, so much is kept in memory. */
export const HELD_BYTES_MAX = 256 * 1024 * 1024;

/**
 * The rows of all pages of a list, as `pagesOf` asks for them. Throws its `Failure`s, not_the_service
 * for what is no list, and conflict for pages of more than `bytesMax` in all.
 */
export async function wholeList(
  fetchPage: (cursor: PageCursor | undefined) => Promise<FleetResponse>,
  bytesMax = HELD_BYTES_MAX,
): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  let bytes = 0;
  for await (const { response, rows } of pagesOf(fetchPage)) {
    bytes += response.bytes.length;
    if (bytes > bytesMax) throw tooLongToHold(response.requestId);
    for (const row of requireRows(rows?.items, response)) all.push(row);
  }
  return all;
}

/** The failure of a list that is longer. */
export function tooLongToHold(requestId: string, next: readonly AdviceStep[] = []): Failure {
  return new Failure('conflict', {
    code: 'too_long_to_hold',
    title: 'The list is too long to be kept as a whole',
    detail: `Its pages have more than ${HELD_BYTES_MAX / 1024 / 1024} MiB.`,
    next,
    requestId,
  });
}
