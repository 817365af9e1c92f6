import { classThatCounts } from './confirmation.ts';
import { isPlainName, lookOf } from './look-of-name.ts';
import { CLASS_OF_OPERATION, type OperationClass } from './operation-class.ts';

/** What stands before the name of a tool in lists of several servers (`mcp__fleet__`, `fleet:`). */
const SERVER = /^(?:.*(?:__|[:./])|(?:mcp_)?fleet[_-])(?=.)/is;

/** How names of the specification look, each without what tells spellings apart. */
const LOOKS: ReadonlyMap<string, string> = new Map(
  Object.keys(CLASS_OF_OPERATION).map((name) => [lookOf(name), name]),
);

/**
 * The name in the specification that somebody may take this for: in any case, with other separators or
 * none (`deleteSkill`), behind a server's name (`fleet__delete_skill`), with `1` or `I` for `l`. Else undefined.
 */
export function nameSeenIn(operation: string): string | undefined {
  if (Object.hasOwn(CLASS_OF_OPERATION, operation)) return operation;
  const own = operation.replace(SERVER, '');
  return LOOKS.get(lookOf(operation)) ?? LOOKS.get(lookOf(own));
}

/**
 * The class that counts for an operation, also by what somebody may take its name for. The commands ask
 * this once, where a catalogue is read (`client/catalogue/check.ts`), the bridge for each tool.
 */
export function classByLook(
  operation: string,
  served: OperationClass | (string & {}) | undefined,
): OperationClass | (string & {}) | undefined {
  const name = nameSeenIn(operation);
  if (name === undefined && !isPlainName(operation)) return 'destructive';
  return classThatCounts(name ?? operation, served);
}
