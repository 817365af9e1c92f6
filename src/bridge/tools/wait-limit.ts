import { isExactNumber } from '../../base/json/lossless.ts';
import { type JsonObject, membersOf } from '../../base/json/object.ts';
import type { CallContext } from './tool-call.ts';
import { classOfTool } from './tool-class.ts';

/** The wait of a tool whose schema is not known: the longest default of the specification. */
const DEFAULT_WAIT_SECONDS = 20;

/** Whether a call changes nothing and asks the service for no wait, and so is over soon. */
export function isQuickRead(tools: CallContext['tools'], name: string, args: JsonObject): boolean {
  const tool = tools.known(name);
  return classOfTool(name, tool) === 'read' && (requestedWait(args, tool) ?? 0) <= 0;
}

/** The parameters with their wait lowered to the longest that is allowed, and that wait. */
export function limitWait(
  { maxWaitSeconds, tools }: Pick<CallContext, 'maxWaitSeconds' | 'tools'>,
  name: string,
  params: JsonObject,
): { readonly params: JsonObject; readonly waitSeconds: number } {
  const args = membersOf(params['arguments']);
  const requested = requestedWait(args, tools.known(name));
  if (requested === undefined || !(requested > maxWaitSeconds)) {
    const isUsable = requested !== undefined && requested >= 0;
    return { params, waitSeconds: isUsable ? requested : DEFAULT_WAIT_SECONDS };
  }
  const lowered = { ...params, arguments: { ...args, wait_seconds: maxWaitSeconds } };
  return { params: lowered, waitSeconds: maxWaitSeconds };
}

/** The wait that the service would use: what the assistant asks for, else the default of the tool. */
export function requestedWait(args: JsonObject, tool: unknown): number | undefined {
  const { properties } = membersOf(membersOf(tool)['inputSchema']);
  const { default: byDefault } = membersOf(membersOf(properties)['wait_seconds']);
  const { wait_seconds: wait = byDefault } = args;
  if (isExactNumber(wait)) return Number(wait.rawJSON);
  return typeof wait === 'number' ? wait : undefined;
}
