import { type JsonObject, membersOf } from '../../base/json/object.ts';
import type { Clock } from '../../base/time/clock.ts';
import { supportsElicitation } from '../../contract/task/question-form.ts';
import type { RpcId } from '../json-rpc.ts';
import type { ModernRequest } from '../protocol-version.ts';
import type { MessageWriter } from '../stdio/message-writer.ts';
import { withServiceState } from '../tools/service-state.ts';
import type { AssistantCall, ElicitationResult, ToolResult } from '../tools/tool-call.ts';
import { createAssistantRequests, UNANSWERED } from './assistant-requests.ts';
import { decisionIn, elicitationParams } from './elicitation-form.ts';
import type { RequestStates, StateContent } from './request-state.ts';

/** Asks the person behind the assistant, in the way of each protocol version. */
export interface Elicitation {
  /** By a request to the assistant; undefined where it cannot ask. */
  legacy(call: LegacyCall): AssistantCall['elicit'];
  /**
   * By a result with a question, after which the call comes again with the answer; undefined where it cannot ask.
   * A call that comes with an answer was asked about, whatever it says of forms.
   */
  modern(params: JsonObject, request: ModernRequest): AssistantCall['elicit'];
  /**
   * A form by a request to the assistant, with its response; undefined where nobody answered. A response after
   * it was taken back, by `signal` or as nobody answered, goes to `late`.
   */
  ask(form: object, signal: AbortSignal, late?: (response: unknown) => void): Promise<unknown>;
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

/** Makes the elicitation of one session. */
export function createElicitation({ clock, states, writer }: ElicitationOptions): Elicitation {
  const { receive, request } = createAssistantRequests({ clock, writer });
  return {
    legacy({ capabilities, params, signal }) {
      if (capabilities === undefined || !supportsElicitation(capabilities)) return undefined;
      return async (about) => {
        const answer = await request('elicitation/create', elicitationParams(about), signal);
        if (answer === UNANSWERED) return 'unanswered';
        if (answer === undefined) return 'failed';
        const decision = decisionIn(answer);
        return decision === 'confirmed' ? { params } : decision;
      };
    },
    async ask(form, signal, late) {
      const answer = await request('elicitation/create', form, signal, late);
      return answer === UNANSWERED ? undefined : answer;
    },
    modern(params, { capabilities }) {
      const { inputResponses: answers, requestState: state, ...others } = params;
      const canAsk = supportsElicitation(capabilities);
      if (!canAsk && answers === undefined) return undefined;
      return async (call): Promise<ElicitationResult> => {
        const redeemed =
          answers === undefined ? undefined : states.redeem(state, call, clock.now());
        // A question of the service itself gets a state of the bridge around the service's own, so
        // that the call with the answer to it is not confirmed once more. By then a change is agreed
        // to, and what was asked about for its change alone is not asked about.
        const onResult = (result: ToolResult): ToolResult => {
          if (result['resultType'] !== 'input_required') return result;
          if (!call.isFinal) return withServiceState(result);
          const carried = forwardedState(result['requestState']);
          const agreed = { ...call, change: undefined };
          return { ...result, requestState: states.issue(agreed, clock.now(), carried) };
        };
        if (redeemed?.kind === 'forwarded') {
          return { params: { ...params, requestState: redeemed.requestState }, onResult };
        }
        if (redeemed !== undefined) {
          const decision = decisionIn(membersOf(answers)['confirm']);
          return decision === 'confirmed' ? { params: others, onResult } : decision;
        }
        if (!canAsk) return 'failed';
        const question = { method: 'elicitation/create', params: elicitationParams(call) };
        const requestState = states.issue(call, clock.now());
        const inputRequests = { confirm: question };
        return { question: { resultType: 'input_required', inputRequests, requestState } };
      };
    },
    receive,
  };
}

function forwardedState(requestState: unknown): StateContent {
  return {
    kind: 'forwarded',
    requestState: typeof requestState === 'string' ? requestState : undefined,
  };
}
