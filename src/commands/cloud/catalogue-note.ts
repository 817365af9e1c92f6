import type { CatalogueInUse } from '../../client/catalogue/read.ts';

/** What a person should know of the catalogue at hand; undefined where it is up to date. */
export function catalogueNote(inUse: CatalogueInUse, nowMs: number): string | undefined {
  if (inUse.origin === 'snapshot') {
    return 'Catalogue: the built-in snapshot; the service may offer more. Run fleet cloud refresh.';
  }
  if (inUse.origin !== 'stale' || inUse.fetchedAtMs === undefined) return undefined;
  return `Catalogue: fetched ${ageInWords(nowMs - inUse.fetchedAtMs)} ago. Run fleet cloud refresh.`;
}

function ageInWords(ageMs: number): string {
  const minutes = Math.max(1, Math.round(ageMs / 60_000));
  if (minutes < 120) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
