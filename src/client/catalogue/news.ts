import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isObject } from '../../base/json/object.ts';
import { type CatalogueCacheKey, newsPath } from './cache.ts';
import type { CatalogueChange } from './changes.ts';

const CHANGES_MAX = 200;

/** Keeps the breaking changes for the run that meets one; where that is not possible nothing happens. */
export function keepNews(cache: CatalogueCacheKey, changes: readonly CatalogueChange[]): void {
  const breaking = changes.filter((change) => change.breaking);
  if (breaking.length === 0) return;
  write(newsPath(cache), [...breaking, ...readNews(cache)].slice(0, CHANGES_MAX));
}

/** Takes what is news of an operation: it is told once. */
export function takeNews(cache: CatalogueCacheKey, operation: string): readonly CatalogueChange[] {
  const news = readNews(cache);
  const rest = news.filter((change) => change.operation !== operation);
  if (rest.length < news.length) write(newsPath(cache), rest);
  return news.filter((change) => change.operation === operation);
}

/** They have been told all together. */
export function dropNews(cache: CatalogueCacheKey): void {
  write(newsPath(cache), []);
}

function readNews(cache: CatalogueCacheKey): readonly CatalogueChange[] {
  try {
    const kept: unknown = JSON.parse(readFileSync(newsPath(cache), 'utf8'));
    return Array.isArray(kept) ? kept.filter(isChange) : [];
  } catch {
    return [];
  }
}

function write(path: string, changes: readonly CatalogueChange[]): void {
  try {
    if (changes.length === 0) rmSync(path, { force: true });
    else writeFileSync(path, JSON.stringify(changes), { mode: 0o600 });
  } catch {
    // Told again, or never: neither is a reason to fail.
  }
}

function isChange(value: unknown): value is CatalogueChange {
  return (
    isObject(value) && typeof value['operation'] === 'string' && typeof value['change'] === 'string'
  );
}
