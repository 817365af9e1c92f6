import { membersOf } from '../../base/json/object.ts';
import type { KnownClass } from '../../client/retry.ts';
import { classByLook } from '../../contract/look-alike-name.ts';

/**
 * The class of a tool that counts: what the server annotates, or the specification's where that is
 * stricter; undefined for an unknown tool, which counts as one that acts.
 */
export function classOfTool(name: string, tool: unknown): KnownClass {
  return classByLook(name, annotatedClass(tool));
}

/** The class that the server annotates; undefined where it does not say one. */
export function annotatedClass(tool: unknown): KnownClass {
  const hints = membersOf(membersOf(tool)['annotations']);
  if (hints['destructiveHint'] === true) return 'destructive';
  if (hints['readOnlyHint'] === true) return 'read';
  if (hints['readOnlyHint'] === false && hints['destructiveHint'] === false) return 'write';
  return undefined;
}
