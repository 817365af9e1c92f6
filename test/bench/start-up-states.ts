import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const TWO_HOURS_MS = 2 * 60 * 60 * 1000;

/** Makes the catalogue in this cache folder look as if it was fetched two hours ago. */
export function agedCatalogue(cache: string): void {
  const folder = join(cache, 'catalogues');
  if (!existsSync(folder)) return;
  const seconds = (Date.now() - TWO_HOURS_MS) / 1000;
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), seconds, seconds);
}

/** Takes away what earlier runs left: compiled code and catalogues. */
export function withoutCaches(cache: string): void {
  rmSync(cache, { recursive: true, force: true });
}
