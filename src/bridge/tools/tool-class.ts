import { membersOf } from '../../base/json/object.ts';
import type { KnownClass } from '../../client/retry.ts';
import { CLASS_OF_OPERATION } from '../../contract/operation-class.ts';

/**
 * The class of a tool: by what the server annotates, else by the specification's table; undefined
 * for an unknown tool, which counts as one that acts.
 */
export function classOfTool(name: string, tool: unknown): KnownClass {
  const hints = membersOf(membersOf(tool)['annotations']);
  if (hints['destructiveHint'] === true) return 'destructive';
  if (hints['readOnlyHint'] === true) return 'read';
  if (hints['readOnlyHint'] === false && hints['destructiveHint'] === false) return 'write';
  return Object.hasOwn(CLASS_OF_OPERATION, name) ? CLASS_OF_OPERATION[name] : undefined;
}
