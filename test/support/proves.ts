import { REQUIREMENTS, type RequirementId } from '../requirements.ts';

/**
 * Says which requirements the test (or the file, at its top) proves. `coverage.test.ts` reads the
 * calls from the text, so the ids are written out as literals; an id that does not exist throws.
 */
export function proves(...ids: readonly RequirementId[]): void {
  for (const id of ids) {
    if (!REQUIREMENTS.has(id)) throw new Error(`no requirement has the id ${id}`);
  }
}
