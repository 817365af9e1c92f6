import { type JsonObject, membersOf } from '../../base/json/object.ts';
import { declaresTasks } from '../../contract/task/extension.ts';
import { METHOD_NOT_FOUND, type RpcError, type RpcRequest } from '../json-rpc.ts';
import type { ModernRequest } from '../protocol-version.ts';
import type { TaskOutcome } from '../tasks/task-outcome.ts';
import type { Tasks } from '../tasks/task-requests.ts';
import type { CallContext } from '../tools/tool-call.ts';
import type { Elicitation } from './elicitation.ts';
import { discoverResult } from './initialize.ts';
import type { Subscriptions } from './subscriptions.ts';

interface ModernSession {
  readonly context: CallContext;
  readonly elicitation: Elicitation;
  readonly subscriptions: Subscriptions;
  readonly tasks: Tasks;
}

/** Responds to a request of 2026-07-28 that is about no tool; to a subscription at its end only. */
export async function respondToModern(
  session: ModernSession,
  { id, method, params }: RpcRequest,
  { modern, signal }: { readonly modern: ModernRequest; readonly signal: AbortSignal },
): Promise<TaskOutcome | undefined> {
  const { context, elicitation, subscriptions, tasks } = session;
  const { capabilities } = modern;
  if (method === 'server/discover') {
    const { filter } = context;
    return { result: discoverResult({ filter, withTasks: declaresTasks(capabilities) }) };
  }
  if (method === 'subscriptions/listen') {
    const wanted = membersOf(params['notifications']);
    const send = (event: string, about: JsonObject) => subscriptions.notify(id, event, about);
    const listening = await tasks.listen(wanted['taskIds'], { capabilities, signal, send });
    if ('error' in listening) return listening;
    const { begin, taskIds } = listening;
    const ended = subscriptions.listen(id, wanted, { signal, taskIds });
    begin();
    return ended;
  }
  const elicitFor = (call: JsonObject) => elicitation.modern(call, modern);
  const caller = { context, elicitFor, isModern: true, signal };
  const outcome = await tasks.respond(method, { params, capabilities, caller });
  return outcome ?? { error: methodNotFound(method) };
}

/** The error for a method that there is not. */
export function methodNotFound(method: string): RpcError {
  return { code: METHOD_NOT_FOUND, message: `Method not found: ${method.slice(0, 100)}` };
}
