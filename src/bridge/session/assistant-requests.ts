import type { Clock } from '../../base/time/clock.ts';
import type { RpcId } from '../json-rpc.ts';
import type { MessageWriter } from '../stdio/message-writer.ts';

/** Requests of the bridge to the assistant, which versions with a handshake have. */
interface AssistantRequests {
  /**
   * The response, `UNANSWERED`, or undefined where the assistant failed or `signal` took the request back, which
   * may have a text as its reason. What comes all the same within an hour of either goes to `late`.
   */
  request(
    method: string,
    params: object,
    signal: AbortSignal,
    late?: (response: unknown) => void,
  ): Promise<unknown>;
  /** Takes the assistant's response. */
  receive(id: RpcId, result: unknown): void;
}

/** As long as a state of the newer protocol version is valid. */
const ANSWER_MS = 300_000;
/** How long a response is still taken that comes after its form was taken back, and of how many forms. */
const LATE_MS = 3_600_000;
const LATE_FORMS_MAX = 100;
/** No response came in five minutes. */
export const UNANSWERED = Symbol('unanswered');

/** Makes the requests of one session. */
export function createAssistantRequests({
  clock,
  writer,
}: {
  readonly clock: Clock;
  readonly writer: MessageWriter;
}): AssistantRequests {
  const pending = new Map<RpcId, (result: unknown) => void>();
  const late = new Map<RpcId, LateRequest>();
  let lastId = 0;

  function takeLate(id: RpcId, result: unknown): void {
    const taken = late.get(id);
    late.delete(id);
    if (taken !== undefined && clock.now() < taken.untilMs) taken.take(result);
  }

  return {
    async request(method, params, signal, onLate) {
      // The call is over already: a question that is sent now would never be withdrawn.
      if (signal.aborted) return undefined;
      lastId += 1;
      const id = `fleet-${lastId}`;
      const response = Promise.withResolvers<unknown>();
      pending.set(id, response.resolve);
      const withdraw = (outcome: unknown, reason: string): void => {
        response.resolve(outcome);
        writer.send({ method: 'notifications/cancelled', params: { requestId: id, reason } });
      };
      // The person need not answer a question whose call is over.
      const cancel = (): void => withdraw(undefined, reasonOf(signal));
      const stopTimer = clock.after(ANSWER_MS, () => withdraw(UNANSWERED, 'Nobody answered.'));
      signal.addEventListener('abort', cancel, { once: true });
      writer.send({ id, method, params });
      const answer = await response.promise;
      pending.delete(id);
      if (onLate !== undefined && (signal.aborted || answer === UNANSWERED)) {
        // Some assistants leave the form open.
        late.set(id, { take: onLate, untilMs: clock.now() + LATE_MS });
        const [oldest] = late.keys();
        if (late.size > LATE_FORMS_MAX && oldest !== undefined) late.delete(oldest);
      }
      signal.removeEventListener('abort', cancel);
      stopTimer();
      return answer;
    },
    receive(id, result) {
      const take = pending.get(id);
      if (take === undefined) takeLate(id, result);
      else take(result);
    },
  };
}

/** A request that was taken back, and gets its response for some time still. */
interface LateRequest {
  readonly take: (response: unknown) => void;
  readonly untilMs: number;
}

function reasonOf({ reason }: AbortSignal): string {
  return typeof reason === 'string' ? reason : 'The call was cancelled.';
}
