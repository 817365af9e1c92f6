import { type JsonObject, membersOf } from '../../base/json/object.ts';
import type { KnownClass } from '../../client/retry.ts';
import { nameSeenIn } from '../../contract/look-alike-name.ts';
import type { NotOffered } from '../../render/assistant-advice.ts';
import type { BridgeOptions } from '../options.ts';
import { classOfTool } from './tool-class.ts';

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
  // A no counts in whatever case it was typed, and for another spelling of the name.
  const isDenied = await matcher(deny, { nocase: true });
  return (name, operationClass) => {
    if (readOnly && operationClass !== 'read') return 'read_only';
    const isFiltered = allow.length > 0 || deny.length > 0;
    if (isFiltered && !MATCHABLE.test(name)) return 'denied';
    const seen = [name, name.replaceAll('-', '_'), nameSeenIn(name) ?? name];
    if (seen.some(isDenied)) return 'denied';
    if (allow.length > 0 && !isAllowed(name)) return 'not_allowed';
    return undefined;
  };
}

/**
 * The tools that pass the filter, unchanged but for annotations that make one look less strict than
 * the specification has it: assistants decide by them whether they ask. An entry that is no tool and
 * a name that was there before are left out, since assistants would refuse the whole list for them.
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
  const operationClass = classOfTool(name, tool);
  const hints = membersOf(membersOf(tool)['annotations']);
  if (operationClass === 'read' || !areLessStrict(hints, operationClass)) return tool;
  const destructiveHint = operationClass !== 'write';
  return { ...membersOf(tool), annotations: { ...hints, readOnlyHint: false, destructiveHint } };
}

/** Whether an assistant may take a tool for a milder one by any of its hints, also by one that is no boolean. */
function areLessStrict(
  { destructiveHint, readOnlyHint }: JsonObject,
  operationClass: KnownClass,
): boolean {
  const looksLikeRead = readOnlyHint !== undefined && readOnlyHint !== false;
  const looksUndoable = destructiveHint !== undefined && destructiveHint !== true;
  return looksLikeRead || (looksUndoable && operationClass !== 'write');
}

async function matcher(
  globs: readonly string[],
  options: { readonly nocase?: boolean } = {},
): Promise<(name: string) => boolean> {
  if (globs.length === 0) return () => false;
  const { default: picomatch } = await import('picomatch');
  // Names are not paths: a star matches every character, `.` and `/` included.
  return picomatch(globs.flatMap(spellings), { dot: true, bash: true, ...options });
}

/** The server before the name of a tool, as assistants spell it: `mcp__fleet__delete_skill`, `fleet:delete_skill`. */
const SERVER = /(^|[{,])(?:mcp__[^{},]+?__|(?:mcp_)?fleet(?:__|[:./_-]))/gi;

/** A hyphen, but for one between two characters of a set. */
const HYPHEN = /(?<=\[)-|-(?!\w[^[]*\])/g;

/**
 * A glob as typed, and as tools are named where it is typed as the command is (`delete-skill`) or with the server.
 * Any of them counts, so that none may be a negation (`commands/mcp/options.ts`).
 */
function spellings(glob: string): readonly string[] {
  const typed = glob.replace(/\s/g, '');
  const own = typed.replace(SERVER, '$1');
  return [...new Set([typed, own, own.replace(HYPHEN, '_')])];
}
