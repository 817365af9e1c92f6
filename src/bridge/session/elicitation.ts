import { type JsonObject, membersOf } from '../../base/json/object.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { RpcId } from '../json-rpc.ts';
import type { ModernRequest } from '../protocol-version.ts';
import type { MessageWriter } from '../stdio/message-writer.ts';
import type { AssistantCall, ElicitationResult, ToolResult } from '../tools/tool-call.ts';
import { decisionIn, elicitationParams, supportsElicitation } from './elicitation-form.ts';
import type { RequestStates, StateContent } from './request-state.ts';

/** Asks the person behind the assistant, in the way of each protocol version. */
export interface Elicitation {
  /** By a request to the assistant; undefined where it cannot ask. */
  legacy(call: LegacyCall): AssistantCall['elicit'];
  /** By a result with a question, after which the call comes again with the answer; undefined where it cannot ask. */
  modern(params: JsonObject, request: ModernRequest): AssistantCall['elicit'];
  /** Takes the assistant's response to a request of the bridge. */
  receive(id: RpcId, result: unknown): void;
}

interface LegacyCall {
  readonly params: JsonObject;
  /** From `initialize`. */
  readonly capabilities: JsonObject | undefined;
  readonly signal: AbortSignal;
}

export interface ElicitationOptions {
  readonly writer: MessageWriter;
  readonly states: RequestStates;
  readonly clock: Clock;
}

/** As long as a state of the newer protocol version is valid. */
const ANSWER_MS = 300_000;
const UNANSWERED = Symbol('unanswered');

/** Makes the elicitation of one session. */
export function createElicitation({ clock, states, writer }: ElicitationOptions): Elicitation {
  const pending = new Map<RpcId, (result: unknown) => void>();
  let lastId = 0;
  return {
    legacy({ capabilities, params, signal }) {
      if (capabilities === undefined || !supportsElicitation(capabilities)) return undefined;
      return async (about) => {
        // The call is over already: a question that is sent now would never be withdrawn.
        if (signal.aborted) return 'failed';
        lastId += 1;
        const id = `fleet-${lastId}`;
        const response = Promise.withResolvers<unknown>();
        pending.set(id, response.resolve);
        const withdraw = (outcome: unknown, reason: string): void => {
          response.resolve(outcome);
          writer.send({ method: 'notifications/cancelled', params: { requestId: id, reason } });
        };
        // The person need not answer a question whose call is over.
        const cancel = (): void => withdraw(undefined, 'The call was cancelled.');
        const stopTimer = clock.after(ANSWER_MS, () => withdraw(UNANSWERED, 'Nobody answered.'));
        signal.addEventListener('abort', cancel, { once: true });
        const question = elicitationParams(about);
        writer.send({ id, method: 'elicitation/create', params: question });
        const answer = await response.promise;
        pending.delete(id);
        signal.removeEventListener('abort', cancel);
        stopTimer();
        if (answer === UNANSWERED) return 'unanswered';
        if (answer === undefined) return 'failed';
        const decision = decisionIn(answer);
        return decision === 'confirmed' ? { params } : decision;
      };
    },
    modern(params, { capabilities }) {
      if (!supportsElicitation(capabilities)) return undefined;
      return async (call): Promise<ElicitationResult> => {
        const { inputResponses: answers, requestState: state, ...others } = params;
        const redeemed =
          answers === undefined ? undefined : states.redeem(state, call, clock.now());
        // A question of the service itself gets a state of the bridge around the service's own, so
        // that the call with the answer to it is not confirmed once more.
        const onResult = (result: ToolResult): ToolResult => {
          if (result['resultType'] !== 'input_required') return result;
          const carried = forwardedState(result['requestState']);
          return { ...result, requestState: states.issue(call, clock.now(), carried) };
        };
        if (redeemed?.kind === 'forwarded') {
          return { params: { ...params, requestState: redeemed.requestState }, onResult };
        }
        if (redeemed !== undefined) {
          const decision = decisionIn(membersOf(answers)['confirm']);
          return decision === 'confirmed' ? { params: others, onResult } : decision;
        }
        const question = { method: 'elicitation/create', params: elicitationParams(call) };
        const requestState = states.issue(call, clock.now());
        const inputRequests = { confirm: question };
        return { question: { resultType: 'input_required', inputRequests, requestState } };
      };
    },
    receive: (id, result) => pending.get(id)?.(result),
  };
}

function forwardedState(requestState: unknown): StateContent {
  return {
    kind: 'forwarded',
    requestState: typeof requestState === 'string' ? requestState : undefined,
  };
}
