import { membersOf } from '../../base/json/object.ts';
import { describedAs, type ToolDescription } from './tool-description.ts';

/** What a service has described its tools as, each as it was first. */
interface SeenTools {
  readonly first: ReadonlyMap<string, ToolDescription>;
  /** Takes the new ones of a list; false, and none of them, where there would be too many. */
  add(tools: readonly unknown[]): boolean;
}

/** Of all names together: a service that has other tools in each of its lists fills no memory. */
const CHARS_MAX = 4 * 1024 * 1024;
/** What is kept beside a name. */
const DESCRIPTION_CHARS = 200;

/** Makes an empty memory. */
export function createSeenTools(): SeenTools {
  const first = new Map<string, ToolDescription>();
  let chars = 0;
  return {
    first,
    add(tools) {
      const unseen = new Map<string, unknown>();
      let more = 0;
      for (const tool of tools) {
        const { name } = membersOf(tool);
        if (typeof name !== 'string' || first.has(name) || unseen.has(name)) continue;
        unseen.set(name, tool);
        more += name.length + DESCRIPTION_CHARS;
      }
      if (chars + more > CHARS_MAX) return false;
      chars += more;
      for (const [name, tool] of unseen) first.set(name, describedAs(tool));
      return true;
    },
  };
}
