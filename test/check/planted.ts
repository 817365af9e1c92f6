import { parseSource, type SourceFile } from './source.ts';

/** Files with planted faults: their texts by their paths. */
export function planted(texts: Readonly<Record<string, string>>): readonly SourceFile[] {
  return Object.entries(texts).map(([path, text]) => parseSource(path, text));
}
