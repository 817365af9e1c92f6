import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';
import { recordIn, textOf } from '../../contract/response-member.ts';
import { withUntrustedLabel } from '../../contract/untrusted-label.ts';
import { readWith } from '../tasks/look-up.ts';
import type { CallContext, MachineOfCall, ToolResult } from './tool-call.ts';

const NO_MACHINE: ReadonlySet<unknown> = new Set(['unknown_machine', 'ambiguous_machine']);

/**
 * Looks up which machine a call is for that a person will be asked about: until the yes a name may come to mean
 * another one, which nobody agreed to. Undefined where the call names none, and where the service does not tell;
 * the result for the assistant where the name means no machine or several. Never throws `Failure`.
 */
export async function meantMachine(
  context: CallContext,
  { machine: typed }: JsonObject,
): Promise<MachineOfCall | { readonly refusal: ToolResult } | undefined> {
  if (typeof typed !== 'string' || typed === '') return undefined;
  if (context.filter('get_machine', 'read') !== undefined) return undefined;
  const call = { name: 'get_machine', args: { machine: typed }, waitSeconds: 0 };
  const look = await readWith(context, call);
  if (look.kind === 'refused') {
    const { code } = membersOf(look.result['structuredContent']);
    return NO_MACHINE.has(code) ? { refusal: withUntrustedLabel(look.result) } : undefined;
  }
  if (look.kind !== 'seen') return undefined;
  const record = recordIn(look.record, 'machine');
  const id = textOf(record, 'id');
  return id === undefined || id === '' ? undefined : { id, name: textOf(record, 'name') };
}

/** The parameters of a call for exactly this machine. */
export function forMachine(params: JsonObject, machine: MachineOfCall | undefined): JsonObject {
  const args = params['arguments'];
  if (machine === undefined || !isObject(args)) return params;
  return { ...params, arguments: { ...args, machine: machine.id } };
}
