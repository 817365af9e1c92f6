import type { CatalogueCacheKey } from '../../client/catalogue/cache.ts';
import type { KeptNames } from '../../contract/kept-name.ts';
import { afterAnswer, withColumns } from '../../flow/names/merge-names.ts';
import { columnsToSee, rowsIn } from '../../render/rows.ts';
import type { SeenAnswer } from '../answers/remember-answers.ts';
import { forgetNames, namesPath, namesText, readNames } from './names-file.ts';

/** So many rows have every member that the others have. */
const ROWS_LOOKED_AT = 50;

/**
 * Keeps what these answers named, for completion, where that is news; where it is not possible nothing
 * happens.
 */
export async function keepNames(
  place: CatalogueCacheKey,
  seen: readonly SeenAnswer[],
  nowMs: number,
): Promise<void> {
  try {
    const { kept: before, text } = readNames(place);
    const next = namesText(seen.reduce((kept, answer) => withAnswer(kept, answer, nowMs), before));
    if (next === text) return;
    const { ensurePrivateFolder } = await import('../../base/disk/private-folder.ts');
    const { replaceAtOnce } = await import('../../base/disk/replace-at-once.ts');
    const { folder, path } = namesPath(place);
    await ensurePrivateFolder(folder);
    replaceAtOnce(path, next);
  } catch {
    // A call has not failed because nobody remembers what it named; a damaged file goes.
    forgetNames(place);
  }
}

function withAnswer(
  before: KeptNames,
  { answer: { status, value }, asked, body }: SeenAnswer,
  nowMs: number,
): KeptNames {
  const kept = afterAnswer(before, { asked, input: inputOf(body), status, value }, nowMs);
  const rows = rowsIn(value)?.rows.slice(0, ROWS_LOOKED_AT) ?? [];
  if (body === undefined || rows.length === 0) return kept;
  return withColumns(kept, asked, columnsToSee(rows), nowMs);
}

/** The JSON that we sent ourselves. */
function inputOf(body: string | undefined): unknown {
  return body === undefined ? undefined : JSON.parse(body);
}
