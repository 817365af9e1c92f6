import { stringifyJson } from '../../base/json/lossless.ts';
import { type JsonObject, membersOf } from '../../base/json/object.ts';
import type { KnownClass } from '../../client/retry.ts';
import { needsConfirmation } from '../../contract/confirmation.ts';
import { CLASS_OF_OPERATION } from '../../contract/operation-class.ts';
import {
  cannotAsk,
  cannotAskAboutChange,
  changedMeanwhile,
  notConfirmed,
  unknownTool,
} from './confirm-refusals.ts';
import { forMachine, meantMachine } from './meant-machine.ts';
import { notAskedAbout } from './service-state.ts';
import type {
  AssistantCall,
  CallContext,
  ConfirmedCall,
  ConfirmedRequest,
  ToolResult,
} from './tool-call.ts';
import type { ToolChange } from './tool-description.ts';

/** What a call is judged by. */
interface JudgedCall extends Pick<ConfirmedCall, 'service'> {
  readonly args: JsonObject;
  readonly operationClass: KnownClass;
}

/**
 * Asks the person behind the assistant where the call cannot be undone, and where it acts by a tool
 * that has changed since it was agreed to. Gives the call as it is sent, or the result that the
 * assistant gets instead.
 */
export async function confirmCall(
  context: CallContext,
  call: AssistantCall,
  { args, operationClass, service }: JudgedCall,
): Promise<{ readonly refusal: ToolResult } | ConfirmedRequest> {
  const { agreed, confirm, tools } = context;
  const { elicit, isByPerson, name, params } = call;
  const isFinal = asksFirst(context, name, { args, operationClass });
  const change = isByPerson ? undefined : await changeOf(context, name, operationClass);
  // Who is not asked has not agreed: the other bridges of this profile go on asking about the change.
  if (confirm === 'never' || (!isFinal && change === undefined)) {
    return notAskedAbout(call, operationClass);
  }
  // A person cannot judge what the service describes no more, and would agree to whatever it is.
  if (change !== undefined && tools.known(name) === undefined)
    return { refusal: unknownTool(name) };
  if (elicit === undefined) {
    if (change !== undefined) return { refusal: cannotAskAboutChange(name, args, change) };
    if (confirm === 'auto') return notAskedAbout(call, operationClass);
    return { refusal: cannotAsk(name, args) };
  }
  const machine = await meantMachine(context, args);
  if (machine !== undefined && 'refusal' in machine) return machine;
  const answer = await elicit({
    name,
    args: params['arguments'],
    inputSchema: membersOf(tools.known(name))['inputSchema'],
    service,
    machine,
    isFinal,
    change,
  });
  if (typeof answer === 'string') return { refusal: notConfirmed(name, answer) };
  if ('question' in answer) return { refusal: answer.question };
  const confirmed = { ...answer, params: forMachine(answer.params, machine) };
  const since = await changeOf(context, name, operationClass);
  if (since === undefined) return confirmed;
  if (stringifyJson(since.now) !== stringifyJson(change?.now)) {
    return { refusal: changedMeanwhile(name) };
  }
  await agreed.agree(name, since);
  return confirmed;
}

/** Whether a call is asked about since it cannot be undone. */
export function asksFirst(
  { confirm }: Pick<CallContext, 'confirm'>,
  name: string,
  { args, operationClass }: { readonly args: JsonObject; readonly operationClass: KnownClass },
): boolean {
  // A model chose the tool: one of no known class counts as one that cannot be undone.
  return confirm !== 'never' && needsConfirmation(name, operationClass ?? 'unknown', args);
}

/** Whether a tool is a read that the specification names: nothing is looked up for it. */
function isOfSpecification(name: string, operationClass: KnownClass): boolean {
  return operationClass === 'read' && Object.hasOwn(CLASS_OF_OPERATION, name);
}

/** How a tool that acts, or once did, has changed. */
async function changeOf(
  { agreed, tools }: CallContext,
  name: string,
  operationClass: KnownClass,
): Promise<ToolChange | undefined> {
  if (!tools.isOfService || isOfSpecification(name, operationClass)) return undefined;
  const change = await agreed.change(name, tools.firstSeen);
  return operationClass === 'read' && change?.before?.class === 'read' ? undefined : change;
}
