import { type JsonObject, membersOf } from '../../base/json/object.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { RpcId } from '../json-rpc.ts';
import type { ModernRequest } from '../protocol-version.ts';
import type { MessageWriter } from '../stdio/message-writer.ts';
import type { AssistantCall, Confirmation } from '../tools/call-tool.ts';
import type { ToolResult } from '../tools/error-result.ts';
import { elicitationParams, isConfirmed, supportsElicitation } from './elicitation-form.ts';
import type { RequestStates, StateContent } from './request-state.ts';

/** Questions to the person behind the assistant, as each era asks them. */
export interface Elicitation {
  /** In a request of ours; undefined where the assistant cannot ask. */
  legacy(asked: LegacyCall): AssistantCall['ask'];
  /** In a result, whose answer comes with the call again; undefined where it cannot ask. */
  modern(params: JsonObject, request: ModernRequest): AssistantCall['ask'];
  /** What the assistant answered to a request of ours. */
  answered(id: RpcId, result: unknown): void;
}

export interface LegacyCall {
  readonly params: JsonObject;
  /** What the assistant said that it can do. */
  readonly capabilities: JsonObject | undefined;
  readonly signal: AbortSignal;
}

export interface ElicitationOptions {
  readonly output: MessageWriter;
  readonly states: RequestStates;
  readonly clock: Clock;
}

export function createElicitation({ clock, output, states }: ElicitationOptions): Elicitation {
  const questions = new Map<RpcId, (result: unknown) => void>();
  let asked = 0;
  return {
    legacy({ capabilities, params, signal }) {
      if (capabilities === undefined || !supportsElicitation(capabilities)) return undefined;
      return async (name, args) => {
        // Nobody waits any more, and nothing would ever tell the person that it is over.
        if (signal.aborted) return 'unasked';
        asked += 1;
        const id = `fleet-${asked}`;
        const said = Promise.withResolvers<unknown>();
        questions.set(id, said.resolve);
        const stop = (): void => {
          said.resolve(undefined);
          // The person need not answer a question whose call is over.
          const params = { requestId: id, reason: 'The call was cancelled.' };
          output.send({ method: 'notifications/cancelled', params });
        };
        signal.addEventListener('abort', stop, { once: true });
        output.send({
          id,
          method: 'elicitation/create',
          params: elicitationParams({ name, args }),
        });
        const answer = await said.promise;
        questions.delete(id);
        signal.removeEventListener('abort', stop);
        if (answer === undefined) return 'unasked';
        return isConfirmed(answer) ? { params } : 'no';
      };
    },
    modern(params, { capabilities }) {
      if (!supportsElicitation(capabilities)) return undefined;
      return async (name, args): Promise<Confirmation> => {
        const call = { name, args };
        const { inputResponses: answers, requestState: state, ...others } = params;
        const redeemed =
          answers === undefined ? undefined : states.redeem(state, call, clock.now());
        // A service that asks in turn gets a state of ours around its own, so that its answer is
        // not asked about again.
        const onResult = (result: ToolResult): ToolResult => {
          if (result['resultType'] !== 'input_required') return result;
          const carried = forwardedState(result['requestState']);
          return { ...result, requestState: states.issue(call, clock.now(), carried) };
        };
        if (redeemed?.kind === 'passed on') {
          return { params: { ...params, requestState: redeemed.requestState }, onResult };
        }
        if (redeemed !== undefined) {
          return isConfirmed(membersOf(answers)['confirm']) ? { params: others, onResult } : 'no';
        }
        const question = { method: 'elicitation/create', params: elicitationParams(call) };
        const requestState = states.issue(call, clock.now());
        const inputRequests = { confirm: question };
        return { question: { resultType: 'input_required', inputRequests, requestState } };
      };
    },
    answered: (id, result) => questions.get(id)?.(result),
  };
}

function forwardedState(requestState: unknown): StateContent {
  return {
    kind: 'passed on',
    requestState: typeof requestState === 'string' ? requestState : undefined,
  };
}
