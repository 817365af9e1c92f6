import { catalogueForHelp } from '../../client/catalogue/read.ts';
import { suggest } from '../../contract/suggest.ts';
import { catalogueCacheForHelp } from '../catalogue-cache.ts';
import type { Runtime } from '../runtime.ts';
import { textsOf } from './entry-flags.ts';

/**
 * Says which glob of `--allow` and `--deny` fits no tool that is known here; empty where each fits one. A
 * mistyped --deny leaves its tool to the assistant. It is no error, since a tool may come later.
 */
export async function filterNote(
  flags: Readonly<Record<string, unknown>>,
  profile: string | undefined,
  runtime: Runtime,
): Promise<string> {
  const typed = (['allow', 'deny'] as const).flatMap((flag) =>
    textsOf(flags[flag]).map((glob) => ({ flag, glob })),
  );
  if (typed.length === 0) return '';
  const names = await knownTools(profile, runtime);
  const notes = await Promise.all(
    typed.map(async ({ flag, glob }) => {
      if (await fitsOne(glob, names)) return '';
      const [near] = suggest(glob, names);
      const question = near === undefined ? '' : `; did you mean ${near}?`;
      return `--${flag} ${glob} fits no tool that is known here${question}\n`;
    }),
  );
  return notes.join('');
}

async function fitsOne(glob: string, names: readonly string[]): Promise<boolean> {
  const { toolFilter } = await import('../../bridge/tools/tool-filter.ts');
  const filter = await toolFilter({ readOnly: false, allow: [], deny: [glob] });
  return names.some((name) => filter(name, 'read') === 'denied');
}

/** What the service had for this profile when it was last asked, and the tools of the specification. */
async function knownTools(
  profile: string | undefined,
  runtime: Runtime,
): Promise<readonly string[]> {
  const cache = catalogueCacheForHelp(runtime, { profile });
  const catalogues = await Promise.all(
    [cache, undefined].map((from) => catalogueForHelp(from, runtime.clock)),
  );
  return catalogues.flatMap(({ operations }) => operations.summaries().map(({ name }) => name));
}
