import { idsIn, newerIds, type SeenIds } from '../../flow/ids/ids-in-response.ts';
import { keepLastIds, type LastIdsPlace, readLastIds } from '../../profile/last-ids.ts';
import type { SeenAnswer } from '../answers/remember-answers.ts';

/** Keeps the newest of the ids in these answers and of those that are kept already. */
export async function keepIds(
  place: LastIdsPlace,
  seen: readonly SeenAnswer[],
  now: number,
): Promise<void> {
  const before = await readLastIds(place);
  let ids: SeenIds = before;
  for (const { answer, asked } of seen) {
    const date = Date.parse(answer.headers['date'] ?? '');
    const answeredAtMs = Number.isNaN(date) ? now : date;
    ids = newerIds(ids, idsIn(asked, answer.value, answeredAtMs), answeredAtMs);
  }
  await keepLastIds(place, ids, before);
}
