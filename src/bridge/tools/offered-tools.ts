import { membersOf } from '../../base/json/object.ts';
import { classOfTool } from './tool-class.ts';
import type { ToolFilter } from './tool-filter.ts';

/** How long a list may be kept: it changes with the service's releases and the key. */
const TTL_MS = 300_000;

/** What goes with a list in the newer era. */
export const LIST_CACHING = { ttlMs: TTL_MS, cacheScope: 'private' };

/**
 * The tools that pass the filter, as they are. One entry that is no tool, or a name given twice, and
 * assistants refuse the whole list.
 */
export function offeredTools(all: readonly unknown[], filter: ToolFilter): readonly unknown[] {
  const names = new Set<string>();
  return all.filter((tool) => {
    const { name } = membersOf(tool);
    if (typeof name !== 'string' || names.has(name)) return false;
    names.add(name);
    return filter(name, classOfTool(name, tool)) === undefined;
  });
}
