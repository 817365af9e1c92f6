import { membersOf } from '../../base/json/object.ts';
import type { KnownClass } from '../../client/retry.ts';
import type { NotOffered } from '../../render/assistant-advice.ts';
import type { BridgeOptions } from '../options.ts';
import { annotatedClass, classOfTool } from './tool-class.ts';

/** Why a tool is not offered; undefined where it is. Used for the list and for calls alike. */
export type ToolFilter = (name: string, operationClass: KnownClass) => NotOffered | undefined;

/**
 * What globs tell apart in time: a star leaves out line ends and `..`, by which a name would pass a deny,
 * and takes long for long names. MCP itself asks for at most 128 of fewer characters.
 */
const MATCHABLE = /^(?!.*\.\.)[\w.:/-]{1,128}$/;

/** The filter for the bridge's options; deny wins over allow, and no glob lets an unusual name through. */
export async function toolFilter(
  options: Pick<BridgeOptions, 'readOnly' | 'allow' | 'deny'>,
): Promise<ToolFilter> {
  const { allow, deny, readOnly } = options;
  const isAllowed = await matcher(allow);
  const isDenied = await matcher(deny);
  return (name, operationClass) => {
    if (readOnly && operationClass !== 'read') return 'read_only';
    const isFiltered = allow.length > 0 || deny.length > 0;
    if (isFiltered && !MATCHABLE.test(name)) return 'denied';
    if (isDenied(name)) return 'denied';
    if (allow.length > 0 && !isAllowed(name)) return 'not_allowed';
    return undefined;
  };
}

/**
 * The tools that pass the filter, unchanged but for annotations that make one look less strict than
 * the specification has it: assistants decide by them whether they ask. An entry that is no tool and a name that was there before
 * are left out, since assistants would refuse the whole list for them.
 */
export function offeredTools(all: readonly unknown[], filter: ToolFilter): readonly unknown[] {
  const names = new Set<string>();
  return all.flatMap((tool) => {
    const { name } = membersOf(tool);
    if (typeof name !== 'string' || names.has(name)) return [];
    names.add(name);
    const isOffered = filter(name, classOfTool(name, tool)) === undefined;
    return isOffered ? [withTrueHints(name, tool)] : [];
  });
}

function withTrueHints(name: string, tool: unknown): unknown {
  const served = annotatedClass(tool);
  const operationClass = classOfTool(name, tool);
  if (served === undefined || served === operationClass) return tool;
  const destructiveHint = operationClass === 'destructive';
  const hints = { ...membersOf(membersOf(tool)['annotations']), readOnlyHint: false };
  return { ...membersOf(tool), annotations: { ...hints, destructiveHint } };
}

async function matcher(globs: readonly string[]): Promise<(name: string) => boolean> {
  if (globs.length === 0) return () => false;
  const { default: picomatch } = await import('picomatch');
  // Names are not paths: a star matches every character, `.` and `/` included.
  return picomatch([...globs], { dot: true, bash: true });
}
