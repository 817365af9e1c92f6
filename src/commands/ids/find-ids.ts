import { ID_KINDS } from '../../contract/id-kind.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { catalogueCacheForHelp } from '../catalogue-cache.ts';
import type { ParsedCall } from '../operation/read-call.ts';
import type { Runtime } from '../runtime.ts';
import { findId } from './find-id.ts';
import { isAtTerminal, mayBeShort } from './short-id.ts';

/** The ids that the input names by `@last` or by their beginning. */
interface FoundIds {
  /** The call with the whole ids. */
  readonly call: ParsedCall;
  /** As they were given; none where every id is the one that was typed. */
  readonly given: readonly string[];
}

/**
 * Puts whole ids in the place of `@last` and, where a person is at a terminal, of their beginnings; says
 * on stderr what was found. Throws `Failure` not_found.
 */
export async function findIds(call: ParsedCall, runtime: Runtime): Promise<FoundIds> {
  const { flags, input, operation } = call;
  const { profiles, reader } = operation;
  const key = reader?.cache ?? catalogueCacheForHelp(runtime, flags, profiles);
  const place = key === undefined ? undefined : { ...key, folder: runtime.folders.state };
  const search = { place, client: isAtTerminal(runtime) ? reader?.client : undefined };
  const found: Record<string, string> = {};
  const given: string[] = [];
  for (const kind of ID_KINDS) {
    const text = input[kind];
    if (typeof text !== 'string' || !mayBeShort(text, runtime)) continue;
    const id = await findId(kind, text, search);
    if (id === undefined) continue;
    found[kind] = id;
    given.push(text);
    const note = `${sanitiseLine(text)} is ${kind} ${sanitiseLine(id)}.\n`;
    if (flags.quiet !== true) await runtime.stderr.write(note);
  }
  if (given.length === 0) return { call, given };
  return { call: { ...call, input: Object.assign(Object.create(null), input, found) }, given };
}
